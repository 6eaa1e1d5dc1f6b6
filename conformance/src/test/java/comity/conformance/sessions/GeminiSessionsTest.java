package comity.conformance.sessions;

/** Gemini CLI in sessions. */
final class GeminiSessionsTest extends IdentityJourneys {
  @Override
  RealAgent agent() {
    return new GeminiAgent();
  }
}
