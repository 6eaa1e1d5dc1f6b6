package comity.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command line is run in, all of it given from outside.
 *
 * @param folder the working folder
 * @param name the name the program was called by, {@code comity} or {@code muster}
 * @param launcher the launcher that started this; absent in tests
 * @param columns of the terminal that standard output is; 0 where it is none
 */
record Surroundings(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Path userHome,
    Path folder,
    String name,
    @Nullable Path launcher,
    int columns) {

  Surroundings {
    environment = Map.copyOf(environment);
  }
}
