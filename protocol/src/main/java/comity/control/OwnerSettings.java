package comity.control;

import java.util.Optional;

/** Whose hub this is, as cards show it. */
public record OwnerSettings(
    Optional<String> userId, Optional<String> userName, Optional<String> organization) {}
