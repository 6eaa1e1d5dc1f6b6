package comity.conformance.sessions;

/** Qwen Code in sessions. */
final class QwenSessionsTest extends GuardedJourneys {
  @Override
  RealAgent agent() {
    return new QwenAgent();
  }
}
