package comity.control;

import java.time.Duration;

/** At most {@code count} requests in each span of {@code per}, such as {@code 600/minute}. */
public record Rate(long count, Duration per) {}
