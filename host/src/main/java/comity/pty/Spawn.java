package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts a program as the leader of a new session, with nothing of ours but what it is given:
 * signals as they are by default, and no descriptor beyond the first three.
 */
final class Spawn {
  /** Enough for the structures of any Linux. */
  private static final int ACTIONS_SIZE = 256;

  private static final int ATTRIBUTES_SIZE = 512;
  private static final int SIGNALS_SIZE = 128;
  private static final short FLAGS = 0x80 | 0x08 | 0x04;
  private static final int READ_WRITE = 2;

  private static final Call1 ACTIONS = new Call1("posix_spawn_file_actions_init");
  private static final Call1 ACTIONS_END = new Call1("posix_spawn_file_actions_destroy");
  private static final Call1 ATTRIBUTES = new Call1("posix_spawnattr_init");
  private static final Call1 ATTRIBUTES_END = new Call1("posix_spawnattr_destroy");
  private static final Call1 FILL = new Call1("sigfillset");
  private static final Call1 CLEAR = new Call1("sigemptyset");
  private static final MethodHandle OPEN =
      plain("posix_spawn_file_actions_addopen", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle DUPLICATE =
      plain("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle CLOSE_FROM =
      plain("posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT);
  private static final MethodHandle FOLDER =
      plain("posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
  private static final MethodHandle SET_FLAGS =
      plain("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
  private static final MethodHandle SET_DEFAULT =
      plain("posix_spawnattr_setsigdefault", ADDRESS, ADDRESS);
  private static final MethodHandle SET_MASK =
      plain("posix_spawnattr_setsigmask", ADDRESS, ADDRESS);
  private static final MethodHandle SPAWN =
      plain("posix_spawn", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);

  /** A function of one structure. */
  private record Call1(MethodHandle handle) {
    Call1(String name) {
      this(plain(name, ADDRESS));
    }

    void of(MemorySegment structure) throws Throwable {
      int _ = (int) handle.invokeExact(structure);
    }
  }

  /** What came of it. */
  sealed interface Spawned {
    record Running(int pid) implements Spawned {}

    /** With a clause that names the program and what is wrong with it. */
    record Failed(String reason) implements Spawned {}
  }

  private Spawn() {}

  private static MethodHandle plain(String name, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
  }

  /** Looks for it, and starts it; as {@link #start}. On any thread. */
  static Spawned found(Terminals.Start start, Optional<String> terminal) {
    try {
      return switch (Found.find(start)) {
        case Found.Not(String reason) -> new Spawned.Failed(reason);
        case Found.At(Path program) ->
            start(
                program.toString(),
                start.words(),
                start.environment(),
                start.folder().toString(),
                terminal);
      };
    } catch (RuntimeException | AssertionError | VirtualMachineError e) {
      // Whoever waits for it is told in any case.
      return new Spawned.Failed("it can't be started: " + e);
    }
  }

  /**
   * Starts it.
   *
   * @param program its file
   * @param terminal the file that becomes its terminal and its first three descriptors; empty where
   *     those are {@code /dev/null}
   */
  private static Spawned start(
      String program,
      List<String> words,
      Map<String, String> environment,
      String folder,
      Optional<String> terminal) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment actions = arena.allocate(ACTIONS_SIZE, 16);
      MemorySegment attributes = arena.allocate(ATTRIBUTES_SIZE, 16);
      MemorySegment signals = arena.allocate(SIGNALS_SIZE, 16);
      ACTIONS.of(actions);
      ATTRIBUTES.of(attributes);
      MemorySegment file = arena.allocateFrom(terminal.orElse("/dev/null"));
      int _ = (int) OPEN.invokeExact(actions, 0, file, READ_WRITE, 0);
      int _ = (int) DUPLICATE.invokeExact(actions, 0, 1);
      int _ = (int) DUPLICATE.invokeExact(actions, 0, 2);
      int _ = (int) CLOSE_FROM.invokeExact(actions, 3);
      int _ = (int) FOLDER.invokeExact(actions, arena.allocateFrom(folder));
      int _ = (int) SET_FLAGS.invokeExact(attributes, FLAGS);
      FILL.of(signals);
      int _ = (int) SET_DEFAULT.invokeExact(attributes, signals);
      CLEAR.of(signals);
      int _ = (int) SET_MASK.invokeExact(attributes, signals);
      MemorySegment pid = arena.allocate(JAVA_INT);
      int error =
          (int)
              SPAWN.invokeExact(
                  pid,
                  arena.allocateFrom(program),
                  actions,
                  attributes,
                  texts(arena, words),
                  texts(
                      arena,
                      environment.entrySet().stream()
                          .map(each -> each.getKey() + "=" + each.getValue())
                          .toList()));
      ACTIONS_END.of(actions);
      ATTRIBUTES_END.of(attributes);
      return error == 0
          ? new Spawned.Running(pid.get(JAVA_INT, 0))
          : new Spawned.Failed(program + " can't be started: " + Libc.text(error));
    } catch (Throwable t) {
      throw Libc.impossible(t);
    }
  }

  /** An array of texts that ends with none. */
  private static MemorySegment texts(SegmentAllocator arena, List<String> texts) {
    MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    array.setAtIndex(ADDRESS, texts.size(), MemorySegment.NULL);
    return array;
  }
}
