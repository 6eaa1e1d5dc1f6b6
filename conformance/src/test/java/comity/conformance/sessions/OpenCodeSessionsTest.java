package comity.conformance.sessions;

/** OpenCode in sessions. */
final class OpenCodeSessionsTest extends GuardedJourneys {
  @Override
  RealAgent agent() {
    return new OpenCodeAgent();
  }
}
