package comity.conformance.sessions;

/** Gemini CLI in sessions. */
final class GeminiSessionsTest extends AgentJourneys {
  @Override
  RealAgent agent() {
    return new GeminiAgent();
  }
}
