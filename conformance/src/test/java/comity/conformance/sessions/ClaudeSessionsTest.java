package comity.conformance.sessions;

/** Claude Code in sessions. */
final class ClaudeSessionsTest extends AgentJourneys {
  @Override
  RealAgent agent() {
    return new ClaudeAgent();
  }
}
