package comity.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A process that runs a program, tells on standard output which, and waits to be killed. */
final class CrashingHub {

  private CrashingHub() {}

  public static void main(String[] args) {
    var spec =
        new ProgramSpec(
            args[0],
            List.of(args).subList(1, args.length),
            Map.of(),
            Path.of("/"),
            new byte[0],
            Duration.ofMinutes(5),
            1000,
            Duration.ofSeconds(1));
    new Program(spec)
        .run(
            mark -> {
              System.out.println(mark.text());
              System.out.flush();
            },
            chunk -> {
              System.out.writeBytes(chunk);
              System.out.flush();
            });
  }
}
