package comity.pty;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * What is called of the C library. A call returns what the C function does, or the error number
 * below zero. One instance is for one thread, since the error number is written into it.
 */
final class Libc {
  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EAGAIN = 11;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle CONTROL =
      variadic(2, "ioctl", JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);

  /**
   * Linking one takes milliseconds; a command that asks its terminal's size needs none of these.
   */
  private static final class Calls {
    static final MethodHandle READ = buffered("read");
    static final MethodHandle WRITE = buffered("write");
    static final MethodHandle CLOSE = of("close", JAVA_INT, JAVA_INT);
    static final MethodHandle KILL = of("kill", JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle SYSTEM_CALL =
        variadic(1, "syscall", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    static final MethodHandle TEXT =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"),
            FunctionDescriptor.of(ADDRESS, JAVA_INT));
  }

  /** Where the system writes the error number of the last call. */
  final MemorySegment state = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());

  /** How many bytes were read into the array, up to {@code size}; 0 at the end. */
  int read(int descriptor, byte[] into, int size) {
    try {
      return result(
          (long)
              Calls.READ.invokeExact(state, descriptor, MemorySegment.ofArray(into), (long) size));
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /** How many bytes of the array from {@code from} on were written. */
  int write(int descriptor, byte[] bytes, int from, int size) {
    MemorySegment part = MemorySegment.ofArray(bytes).asSlice(from, size);
    try {
      return result((long) Calls.WRITE.invokeExact(state, descriptor, part, (long) size));
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int close(int descriptor) {
    try {
      return result((int) Calls.CLOSE.invokeExact(state, descriptor));
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int control(int descriptor, long request, MemorySegment argument) {
    try {
      return result((int) CONTROL.invokeExact(state, descriptor, request, argument));
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int kill(int pid, int signal) {
    try {
      return result((int) Calls.KILL.invokeExact(state, pid, signal));
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int systemCall(long number, long first, long second) {
    try {
      return result((long) Calls.SYSTEM_CALL.invokeExact(state, number, first, second));
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /** What an error number means, as the system says it. */
  static String text(int error) {
    try {
      MemorySegment text = (MemorySegment) Calls.TEXT.invokeExact(error);
      return text.reinterpret(1024).getString(0);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /** What a function returned; below zero the error number that it left. */
  int result(long returned) {
    return returned < 0 ? -(int) ERRNO.get(state, 0L) : (int) returned;
  }

  /** Calls of the C library throw nothing. */
  static AssertionError impossible(Throwable thrown) {
    return new AssertionError(thrown);
  }

  /** A function that leaves an error number, which takes the place for it first. */
  static MethodHandle of(String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(result, arguments),
        CAPTURE);
  }

  /** As {@link #of}, with arguments that are not declared behind the first ones. */
  static MethodHandle variadic(
      int fixed, String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(result, arguments),
        CAPTURE,
        Linker.Option.firstVariadicArg(fixed));
  }

  /** What is read and written here never blocks, so the bytes may be those of an array. */
  private static MethodHandle buffered(String name) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG),
        CAPTURE,
        Linker.Option.critical(true));
  }
}
