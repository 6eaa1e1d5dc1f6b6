package comity.conformance.sessions;

/** Qwen Code in sessions. */
final class QwenSessionsTest extends AgentJourneys {
  @Override
  RealAgent agent() {
    return new QwenAgent();
  }
}
