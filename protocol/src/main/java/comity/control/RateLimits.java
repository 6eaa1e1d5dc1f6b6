package comity.control;

import java.util.Optional;

/** How many requests are taken (MSG-25); empty is without limit. */
public record RateLimits(
    Optional<Rate> perKey, Optional<Rate> perAddress, Optional<Rate> loopback) {}
