package comity.store;

import comity.json.JsonObject;
import comity.json.JsonString;
import comity.messages.AgentUri;
import comity.messages.Caller;
import comity.messages.Conversation;
import comity.messages.Envelope;
import comity.messages.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in a folder, and messages to put into it. */
final class TestStore implements AutoCloseable {
  static final AgentUri ECHO = AgentUri.of("agent://localhost:7420/echo");
  static final AgentUri ANNE = AgentUri.of("agent://anne.example/desk");
  static final AgentUri BOB = AgentUri.of("agent://bob.example/desk");
  static final long AT = 1_700_000_000_000L;

  private static final AtomicInteger IDS = new AtomicInteger();

  final Path file;
  final Path journal;
  final Semaphore runs = new Semaphore(0);
  final Semaphore outbox = new Semaphore(0);
  final Semaphore trouble = new Semaphore(0);
  final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
  final Store store;

  private TestStore(Path home, Disk disk) {
    this.file = home.resolve("hub.db");
    this.journal = home.resolve("journal");
    this.store =
        switch (Store.open(file, journal, new Listening(), disk)) {
          case Store.Opening.Opened(Store opened) -> opened;
          case Store.Opening.Damaged(String what) -> throw new AssertionError(what);
        };
  }

  static TestStore open(Path home) {
    return new TestStore(home, new FileDisk());
  }

  static TestStore open(Path home, Disk disk) {
    return new TestStore(home, disk);
  }

  /** Why a store is not opened. */
  static String refusal(Path home) {
    return switch (Store.open(home.resolve("hub.db"), home.resolve("journal"), new Deaf())) {
      case Store.Opening.Opened(Store opened) -> {
        opened.close();
        throw new AssertionError("it was opened");
      }
      case Store.Opening.Damaged(String what) -> what;
    };
  }

  private record Deaf() implements Store.Listener {
    @Override
    public void onRuns() {}

    @Override
    public void onOutbox() {}

    @Override
    public void onTrouble(String what) {}
  }

  private final class Listening implements Store.Listener {
    @Override
    public void onRuns() {
      runs.release();
    }

    @Override
    public void onOutbox() {
      outbox.release();
    }

    @Override
    public void onTrouble(String what) {
      troubles.add(what);
      trouble.release();
    }
  }

  static String fresh(String kind) {
    return kind + "-" + IDS.incrementAndGet();
  }

  static Envelope envelope(
      AgentUri from, AgentUri to, String id, Optional<String> conversation, String text) {
    return envelope(from, to, id, conversation, text, JsonObject.empty());
  }

  static Envelope envelope(
      AgentUri from,
      AgentUri to,
      String id,
      Optional<String> conversation,
      String text,
      JsonObject metadata) {
    return switch (Envelope.compose(
        id, conversation, from, to, new JsonString(text), metadata, AT)) {
      case Envelope.Reading.Accepted(Envelope envelope, _) -> envelope;
      case Envelope.Reading.Refused(Refusal refusal) -> throw new AssertionError(refusal);
    };
  }

  static Incoming incoming(Envelope envelope, Optional<String> runner, long at) {
    return new Incoming(envelope, new Caller.Loopback(), fresh("conv"), runner, at);
  }

  /** Adds a message from Anne that waits to be fetched. */
  Appending add(String id, Optional<String> conversation, String text) {
    return store
        .conversations()
        .append(incoming(envelope(ANNE, ECHO, id, conversation, text), Optional.empty(), AT));
  }

  /** Adds a message from Anne that a run is to answer; the conversation's id. */
  String addForRun(String id, Optional<String> conversation, String text) {
    return accepted(
        store
            .conversations()
            .append(
                incoming(envelope(ANNE, ECHO, id, conversation, text), Optional.of("echo"), AT)));
  }

  static String accepted(Appending appending) {
    return switch (appending) {
      case Appending.Accepted(String conversation) -> conversation;
      case Appending.Replayed _, Appending.Refused _ -> throw new AssertionError(appending);
    };
  }

  static String refused(Appending appending) {
    return switch (appending) {
      case Appending.Refused(Refusal refusal) -> refusal.code().code();
      case Appending.Accepted _, Appending.Replayed _ -> throw new AssertionError(appending);
    };
  }

  /** A conversation that an agent of ours opens with Bob. */
  static Conversation withBob(String id) {
    return new Conversation(
        id,
        Optional.of(BOB.authority()),
        Optional.empty(),
        ECHO,
        BOB,
        false,
        Conversation.State.OPEN,
        AT,
        AT);
  }

  /** Sends a message to Bob's hub. */
  Appending send(Conversation conversation, String id, long at) {
    return store
        .conversations()
        .send(
            conversation,
            envelope(ECHO, BOB, id, Optional.empty(), "text of " + id),
            new Destination.Push(BOB),
            at);
  }

  List<String> ids(String conversation) {
    store.conversations().find(conversation);
    return store.conversations().messages(conversation, 0, 1000).stream()
        .map(message -> message.sequence() + " " + message.envelope().messageId())
        .toList();
  }

  /** The states of a conversation's messages. */
  List<String> states(String conversation) {
    store.conversations().find(conversation);
    return store.conversations().messages(conversation, 0, 1000).stream()
        .map(message -> message.delivery().state().word())
        .toList();
  }

  @Override
  public void close() {
    store.close();
  }

  /** The runs of {@code echo} that wait, whole, whosever turn it is. */
  static List<Run> queued(TestStore store) {
    return store.store.runs().queued("echo", 0, 1_000).stream()
        .map(queued -> store.store.runs().find(queued).orElseThrow())
        .toList();
  }
}
