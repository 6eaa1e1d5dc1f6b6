package comity.conformance.sessions;

/** Pi in sessions. */
final class PiSessionsTest extends IdentityJourneys {
  @Override
  RealAgent agent() {
    return new PiAgent();
  }
}
