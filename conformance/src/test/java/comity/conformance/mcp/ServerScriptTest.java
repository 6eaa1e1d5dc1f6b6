package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/mcp-server.sh}, which a MUSE client's configuration names. */
final class ServerScriptTest {
  @TempDir private Path folder;

  @Test
  void itBecomesTheLaunchersMcpWithAllArguments() throws IOException, InterruptedException {
    Path checkout = Files.createDirectories(folder.resolve("a checkout"));
    Files.createDirectory(checkout.resolve("scripts"));
    Path script =
        Files.copy(
            Path.of("..", "scripts", "mcp-server.sh"),
            checkout.resolve("scripts/mcp-server.sh"),
            StandardCopyOption.COPY_ATTRIBUTES);
    Path launcher =
        Files.writeString(checkout.resolve("comity"), "#!/bin/sh\necho $$\nprintf '<%s>' \"$@\"\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    Path link = Files.createSymbolicLink(folder.resolve("link.sh"), script);
    Path relative = Files.createSymbolicLink(folder.resolve("second.sh"), Path.of("link.sh"));
    for (String name :
        new String[] {script.toString(), link.toString(), relative.toString(), "./second.sh"}) {
      Process process =
          new ProcessBuilder(name, "--project-root", "/a b", "--role", "qa")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(output)
          .as("nothing of its own, and no process between")
          .isEqualTo(process.pid() + "\n<mcp><--project-root></a b><--role><qa>");
    }
  }
}
