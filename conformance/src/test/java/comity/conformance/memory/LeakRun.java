package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.memory.Ask.Answer;
import comity.conformance.memory.Ask.Kind;
import comity.conformance.memory.Marks.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Random sequences over the seats of one ground; after each answer it looks for marks. */
final class LeakRun {
  private static final int LONGEST = 8;

  /** As many steps before are told with one that went wrong. */
  private static final int TRAIL = 40;

  private static final List<String> ROOMS =
      List.of(
          LeakGround.OPS,
          LeakGround.ACME,
          LeakGround.OPS,
          LeakGround.ACME,
          "main",
          "main",
          "!ops",
          "!ops:example.or",
          "!ops:example.org:8448",
          "!OPS:example.org",
          "!void:example.org",
          "ops",
          "acme",
          "../acme",
          "memory/groups/acme",
          "!\u043eps:example.org",
          "Main",
          "main/");

  private final LeakGround ground;
  private final LeakWatch watch;
  private final Mischief mischief;
  private final Random random;
  private final Seats seats;
  private final Map<Kind, Integer> shown = new EnumMap<>(Kind.class);
  private final Deque<String> trail = new ArrayDeque<>();
  private int answers;

  LeakRun(LeakGround ground, Seats seats, Random random) {
    this.ground = ground;
    this.watch = new LeakWatch(ground);
    this.mischief = new Mischief(ground, random);
    this.random = random;
    this.seats = seats;
  }

  /** How many answers of a kind showed a mark that they may show. */
  Map<Kind, Integer> shown() {
    return shown;
  }

  int answers() {
    return answers;
  }

  int terms() {
    return watch.terms();
  }

  /** So many sequences, and then a look at all that is on the disk. */
  void run(int sequences, String about) throws Exception {
    for (int i = 0; i < sequences; i++) {
      sequence(about + ", sequence " + i);
    }
    mischief.undo();
    watch.everything(about);
  }

  /** Lets everybody open something, so that the handle of each is known. */
  void begin() throws Exception {
    for (Seat seat : seats.all()) {
      if (seat.handle().isEmpty() && !seat.isOwner() && seat.open().isEmpty()) {
        Ask ask = new Ask(Kind.OPEN, seat.first(), "", "");
        Answer answer = seat.doors().getFirst().ask(ask);
        assertThat(answer.done()).as("%s", answer).isTrue();
        seat.after(ask, answer);
      }
    }
  }

  private void sequence(String about) throws Exception {
    Seat seat = any(seats.all());
    int length = 3 + random.nextInt(LONGEST - 3);
    for (int step = 0; step < length; step++) {
      if (random.nextInt(12) == 0) {
        trail(mischief.one());
      }
      Seat now = random.nextInt(5) == 0 ? any(seats.all()) : seat;
      if (now.hasSpoken()
          && now.doors().getLast() instanceof CliDoor cli
          && random.nextInt(15) == 0) {
        hook(now, cli, about + ", step " + step);
      } else {
        step(now, about + ", step " + step);
      }
    }
    if (mischief.isDone() && random.nextInt(3) > 0) {
      mischief.undo();
      trail("the mischief is undone");
    }
  }

  private void step(Seat seat, String about) throws Exception {
    if (!seat.isOwner() && random.nextInt(4) == 0) {
      seat.say("Decision: " + ground.sentence(seat.speaks(), random));
    }
    Ask ask = ask(seat);
    // The command line starts slowly even in this process, so it comes less often.
    Ask.Door door = random.nextInt(12) == 0 ? seat.doors().getLast() : seat.doors().getFirst();
    if (!door.takes(ask)) {
      return;
    }
    Set<Owner> allowed = seat.allowed(ask);
    Answer answer = door.ask(ask);
    String asked = seat.name() + " at " + door.getClass().getSimpleName() + " asks " + ask;
    String as = about + ", after\n" + String.join("\n", trail) + "\n" + asked;
    assertThat(Marks.foreign(answer.all(), allowed)).as(as + "\nand gets " + answer).isEmpty();
    trail(asked + (answer.done() ? "" : " in vain"));
    watch.records(as);
    seat.after(ask, answer);
    answers++;
    if (Marks.has(answer.all())) {
      shown.merge(ask.kind(), 1, Integer::sum);
    }
  }

  private void trail(String step) {
    trail.addLast(step);
    if (trail.size() > TRAIL) {
      trail.removeFirst();
    }
  }

  private Ask ask(Seat seat) {
    Kind kind = kind();
    boolean byRoom =
        kind == Kind.OPEN
            || (kind != Kind.GET
                && kind != Kind.CLOSE
                && kind != Kind.EXPLAIN
                && kind != Kind.BESIDE
                && random.nextInt(3) == 0);
    String room = byRoom ? any(ROOMS) : "";
    String handle = byRoom || kind == Kind.BESIDE ? "" : seat.handle();
    if (!byRoom && !seats.handles().isEmpty() && random.nextInt(8) == 0) {
      handle = any(seats.handles());
    }
    return new Ask(kind, room, handle, text(seat, kind, room, handle));
  }

  private Kind kind() {
    Kind[] often = {
      Kind.OPEN,
      Kind.OPEN,
      Kind.OPEN,
      Kind.GET,
      Kind.GET,
      Kind.GET,
      Kind.GET,
      Kind.LOAD,
      Kind.LOAD,
      Kind.LOAD,
      Kind.SEARCH,
      Kind.SEARCH,
      Kind.SEARCH,
      Kind.DECIDE,
      Kind.TASK,
      Kind.NOTE,
      Kind.FLUSH,
      Kind.CLOSE,
      Kind.EXPLAIN,
      Kind.BESIDE
    };
    return often[random.nextInt(often.length)];
  }

  private String text(Seat seat, Kind kind, String room, String handle) {
    return switch (kind) {
      case GET -> random.nextInt(3) == 0 ? "index" : Tricks.file(ground, random);
      case LOAD, SEARCH -> LeakGround.question(random);
      case DECIDE, TASK, NOTE -> ground.sentence(written(seat, room, handle), random);
      case BESIDE -> ground.sentence(seat.isOwner() ? Owner.NOTE : seat.speaks(), random);
      case OPEN, FLUSH, CLOSE, EXPLAIN -> "";
    };
  }

  /** Whose memory it will be written into, if into any. */
  private Owner written(Seat seat, String room, String handle) {
    Optional<Owner> open =
        room.isEmpty()
            ? (handle.isEmpty() ? seat.open() : seats.open(handle)).map(Seat.Open::owner)
            : ground.group(room);
    return open.filter(owner -> owner != Owner.MAIN).orElse(Owner.NOTE);
  }

  /** An event of the provider, with all that was said in the session. */
  private void hook(Seat seat, CliDoor door, String about) throws IOException {
    Path transcript = ground.base().resolve(seat.name() + ".jsonl");
    Files.writeString(transcript, seat.transcript());
    String event = any(List.of("PreCompact", "Stop", "UserPromptSubmit", "SessionEnd"));
    String prompt = "/remem " + ground.sentence(seat.speaks(), random);
    Answer answer =
        door.hook(
            """
            {"hook_event_name":"%s","session_id":"p-%s","transcript_path":"%s","prompt":"%s"}
            """
                .formatted(event, seat.name(), transcript, prompt));
    trail(seat.name() + " hook " + event + " " + prompt + answer);
    assertThat(Marks.foreign(answer.all(), Set.of())).as(about + ", " + event).isEmpty();
    assertThat(answer.done()).as(about + ", " + event + answer).isTrue();
    if (event.equals("SessionEnd")) {
      seat.ended();
    }
    answers++;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
