package comity.conformance.sessions;

/** Pi in sessions. */
final class PiSessionsTest extends AgentJourneys {
  @Override
  RealAgent agent() {
    return new PiAgent();
  }
}
