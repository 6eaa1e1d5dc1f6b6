package comity.cli;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What {@code hook capture} is told on its command line.
 *
 * @param provider who calls it
 * @param process of the provider, which called the hook
 * @param parent of that process, where it is told
 * @param event how the provider calls the event, where its payload has no name for it
 */
record CaptureOptions(String provider, long process, OptionalLong parent, Optional<String> event) {

  /** What was read. */
  sealed interface Reading {
    record Read(CaptureOptions options) implements Reading {}

    record Wrong(String why) implements Reading {}
  }

  /** Reads the words behind {@code hook capture}. */
  static Reading read(String[] words) {
    Optional<String> provider = Optional.empty();
    Optional<String> process = Optional.empty();
    Optional<String> parent = Optional.empty();
    Optional<String> event = Optional.empty();
    for (int at = 0; at < words.length; at++) {
      int equals = words[at].startsWith("--") ? words[at].indexOf('=') : -1;
      String name = equals < 0 ? words[at] : words[at].substring(0, equals);
      Optional<String> value = Optional.empty();
      if (equals >= 0) {
        value = Optional.of(words[at].substring(equals + 1));
      } else if (at + 1 < words.length) {
        at++;
        value = Optional.of(words[at]);
      }
      switch (name) {
        case "--provider" -> provider = value;
        case "--process-id" -> process = value;
        case "--parent-process-id" -> parent = value;
        case "--event" -> event = value;
        default -> {
          return new Reading.Wrong("an argument is not known; see hook capture --help");
        }
      }
      if (value.isEmpty()) {
        return new Reading.Wrong(name + " needs a value");
      }
    }
    return of(provider, process, parent, event);
  }

  /** From the values, as they were given. */
  static Reading of(
      Optional<String> provider,
      Optional<String> process,
      Optional<String> parent,
      Optional<String> event) {
    if (provider.isEmpty() || process.isEmpty()) {
      return new Reading.Wrong("--provider and --process-id must be given");
    }
    OptionalLong pid = pid(process.get());
    OptionalLong parentPid = parent.map(CaptureOptions::pid).orElse(OptionalLong.empty());
    if (pid.isEmpty()) {
      return new Reading.Wrong("--process-id must be the number of a process");
    }
    if (parent.isPresent() && parentPid.isEmpty()) {
      return new Reading.Wrong("--parent-process-id must be the number of a process");
    }
    return new Reading.Read(new CaptureOptions(provider.get(), pid.getAsLong(), parentPid, event));
  }

  /** A number above 0 that a system could give a process. */
  private static OptionalLong pid(String text) {
    long pid = 0;
    for (int at = 0; at < text.length(); at++) {
      int digit = text.charAt(at) - '0';
      if (digit < 0 || digit > 9 || pid > Integer.MAX_VALUE) {
        return OptionalLong.empty();
      }
      pid = 10 * pid + digit;
    }
    return pid > 0 && pid <= Integer.MAX_VALUE ? OptionalLong.of(pid) : OptionalLong.empty();
  }
}
