package comity.conformance.sessions;

/** Pi in sessions. */
final class PiSessionsTest extends GuardedJourneys {
  @Override
  RealAgent agent() {
    return new PiAgent();
  }
}
