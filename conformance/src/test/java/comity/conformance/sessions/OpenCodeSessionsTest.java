package comity.conformance.sessions;

/** OpenCode in sessions. */
final class OpenCodeSessionsTest extends IdentityJourneys {
  @Override
  RealAgent agent() {
    return new OpenCodeAgent();
  }
}
