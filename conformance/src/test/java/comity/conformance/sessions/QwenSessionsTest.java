package comity.conformance.sessions;

/** Qwen Code in sessions. */
final class QwenSessionsTest extends IdentityJourneys {
  @Override
  RealAgent agent() {
    return new QwenAgent();
  }
}
