package comity.conformance.messages;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * A client that posts one message after the other until it is told to end, and posts again, with
 * the same id, what was not acknowledged.
 */
final class Postman implements Callable<Map<String, List<Postman.Acknowledged>>> {
  /** Of ten messages, so many go to each agent. */
  private static final List<String> AGENTS =
      List.of("echo", "echo", "echo", "echo", "echo", "post", "post", "post", "worker", "worker");

  /** Every so many messages, one opens a conversation. */
  private static final int OPENS = 5;

  private final String name;
  private final HubProcess hub;
  private final UpAndDown state;
  private final Semaphore acknowledged;
  private final Random random;
  private final Map<String, List<Acknowledged>> conversations = new LinkedHashMap<>();
  private volatile boolean ended;

  /** A message that got a 200. */
  record Acknowledged(String id, String agent, String text) {}

  Postman(String name, HubProcess hub, UpAndDown state, Semaphore acknowledged, Random random) {
    this.name = name;
    this.hub = hub;
    this.state = state;
    this.acknowledged = acknowledged;
    this.random = random;
  }

  /** Posts no more once what it is posting is acknowledged. */
  void end() {
    ended = true;
  }

  /** The messages of each conversation, in the order in which they were acknowledged. */
  @Override
  public Map<String, List<Acknowledged>> call() throws IOException, InterruptedException {
    for (int number = 0; !ended; number++) {
      String agent = AGENTS.get(random.nextInt(AGENTS.size()));
      Acknowledged next =
          new Acknowledged(name + "-" + number, agent, "text " + random.nextInt() + " of " + name);
      JsonObject message =
          Mail.from(
              "agent://tester.example/" + name,
              Mail.text(next.id(), hub.address(agent), next.text()));
      List<String> open =
          conversations.entrySet().stream()
              .filter(entry -> entry.getValue().getFirst().agent().equals(agent))
              .map(Map.Entry::getKey)
              .toList();
      if (open.isEmpty() || random.nextInt(OPENS) == 0) {
        String opened = deliver(message);
        if (conversations.put(opened, new ArrayList<>(List.of(next))) != null) {
          throw new AssertionError("a conversation was opened twice: " + opened);
        }
      } else {
        String known = open.get(random.nextInt(open.size()));
        String answered = deliver(Mail.in(known, message));
        if (!answered.equals(known)) {
          throw new AssertionError("posted in " + known + ", answered with " + answered);
        }
        conversations.computeIfAbsent(known, _ -> new ArrayList<>()).add(next);
      }
      acknowledged.release();
    }
    return conversations;
  }

  private String deliver(JsonObject message) throws IOException, InterruptedException {
    while (true) {
      state.awaitUp();
      try {
        return hub.door().post(message).expect(200).string("conversation_id");
      } catch (IOException killed) {
        // Nobody knows whether it was accepted: it is posted again.
      }
    }
  }
}
