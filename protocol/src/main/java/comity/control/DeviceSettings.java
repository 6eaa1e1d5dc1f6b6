package comity.control;

import java.util.Optional;

/** What the hub runs on, as cards show it. */
public record DeviceSettings(
    Optional<String> deviceId,
    Optional<String> deviceName,
    Optional<String> location,
    Optional<String> platform) {}
