package comity.conformance.sessions;

/** GitHub Copilot CLI in sessions. */
final class CopilotSessionsTest extends GuardedJourneys {
  @Override
  RealAgent agent() {
    return new CopilotAgent();
  }
}
