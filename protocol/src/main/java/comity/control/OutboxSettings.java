package comity.control;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How messages to other hubs are tried again (MSG-30).
 *
 * @param firstRetry the wait after the first failure; each later wait is about twice as long
 * @param longestRetry no wait is longer
 * @param giveUpAfter the age at which a message becomes a dead letter
 * @param attempts the number of tries after which it becomes one, where that comes first
 */
public record OutboxSettings(
    Duration firstRetry, Duration longestRetry, Duration giveUpAfter, OptionalLong attempts) {}
