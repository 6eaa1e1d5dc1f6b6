package comity.conformance.sessions;

/** OpenCode in sessions. */
final class OpenCodeSessionsTest extends AgentJourneys {
  @Override
  RealAgent agent() {
    return new OpenCodeAgent();
  }
}
