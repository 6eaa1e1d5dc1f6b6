package comity.host;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Processes as {@link ProcessHandle} tells them, where there is no /proc. Sessions, groups and
 * environments are not seen, so a descendant that changed its parent is lost.
 */
final class PortableProcesses implements Processes {

  @Override
  public String boot() {
    return "";
  }

  @Override
  public List<Long> pids() {
    return ProcessHandle.allProcesses().map(ProcessHandle::pid).toList();
  }

  @Override
  public Optional<Seen> look(long pid) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(handle ->
            new Seen(
                pid,
                handle.parent().map(ProcessHandle::pid).orElse(0L),
                0,
                0,
                handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L),
                false));
  }

  @Override
  public Optional<String> value(long pid, String name) {
    return Optional.empty();
  }

  @Override
  public boolean carries(long pid, String name, String value) {
    return false;
  }

  @Override
  public void signal(Seen seen, Signal signal) {
    ProcessHandle.of(seen.pid())
        .filter(_ -> look(seen.pid()).filter(now -> now.start() == seen.start()).isPresent())
        .ifPresent(handle -> {
          boolean _ =
              switch (signal) {
                case TERM -> handle.destroy();
                case KILL -> handle.destroyForcibly();
              };
        });
  }

  @Override
  public void signalGroup(Seen seen, Signal signal) {
    signal(seen, signal);
  }
}
