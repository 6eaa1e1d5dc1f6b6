package comity.conformance.sessions;

/** Gemini CLI in sessions. */
final class GeminiSessionsTest extends GuardedJourneys {
  @Override
  RealAgent agent() {
    return new GeminiAgent();
  }
}
