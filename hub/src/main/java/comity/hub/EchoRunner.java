package comity.hub;

import comity.json.JsonNull;
import comity.store.Run;

/** Answers with what it was sent. */
final class EchoRunner implements AgentRunner {
  @Override
  public Result run(Run run) {
    return new Result.Answered(
        run.envelope().json().members().getOrDefault("content", JsonNull.NULL));
  }

  @Override
  public void stop() {
    // It is over before anyone can ask.
  }
}
