package comity.panes;

import comity.frames.Ask;
import comity.frames.NewSession;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a session's program is told that its hooks are there for. */
@Tag("SES-9")
@Timeout(60)
final class DutiesTest extends HostTest {
  /** Shows it, and has a conversation whose id it is given. */
  private String shower() throws IOException {
    Files.writeString(
        host().home().root().resolve("providers.toml"),
        "[shower]\nprograms = [\"shower\"]\nassign = [\"--id\", \"{session_id}\"]\n");
    Path shower =
        Files.writeString(
            work().resolve("shower"),
            "#!/bin/sh\necho guard=[$COMITY_GUARD] memory=[$COMITY_MEMORY] set; read more\n");
    Files.setPosixFilePermissions(shower, PosixFilePermissions.fromString("rwx------"));
    return shower.toString();
  }

  private String begun(Path project, boolean role, String shown) throws IOException {
    return begun(Optional.of(project.toString()), role, shown);
  }

  private String begun(Optional<String> project, boolean role, String shown) throws IOException {
    NewSession plain = HostRun.wanted(work(), Optional.empty(), shower());
    NewSession wanted =
        new NewSession(
            plain.name(),
            project,
            role ? Optional.of("qa") : Optional.empty(),
            plain.provider(),
            plain.resume(),
            plain.folder(),
            plain.command(),
            Map.of("PATH", "/usr/bin:/bin", "COMITY_GUARD", "2", "COMITY_MEMORY", "outer"),
            plain.size());
    JsonObject begun = host().done(new Ask.Begin(wanted));
    String id = begun.string("id").orElseThrow();
    host().awaitScreen(id, shown);
    return id;
  }

  @Test
  void itIsWhatTheSessionNeeds() throws IOException {
    Path bare = Files.createDirectories(work().resolve("bare"));
    Path remembering = Files.createDirectories(work().resolve("remembering"));
    Files.createDirectory(bare.resolve(".muse"));
    Files.createDirectories(remembering.resolve("memory/groups"));
    // Not memory, but a part of some program.
    Files.createDirectories(bare.resolve("memory/pool"));
    begun(bare, false, "guard=[] memory=[] set");
    begun(bare, true, "guard=[1] memory=[] set");
    begun(remembering, false, "guard=[1] memory=[shower] set");
    // Who is of no project has no role in it, and the guard would refuse all that its agent does.
    begun(Optional.empty(), true, "guard=[] memory=[] set");
  }

  /** What can't be looked at may be memory: here a link that leads to itself. */
  @Test
  void whatCannotBeLookedAtIsGuarded() throws IOException {
    Path looped = Files.createDirectories(work().resolve("looped"));
    Files.createSymbolicLink(looped.resolve("MEMORY.md"), Path.of("MEMORY.md"));
    begun(looped, false, "guard=[1] memory=[shower] set");
  }

  /** The project may have got its memory meanwhile. */
  @Test
  @Tag("SES-18")
  void itIsLookedAtAnewWhenItIsRestored() throws IOException {
    Path project = Files.createDirectories(work().resolve("project"));
    String id = begun(project, false, "guard=[] memory=[] set");
    host().done(new Ask.Stop(id, Ask.Ending.AT_ONCE));
    Files.createFile(project.resolve("MEMORY.md"));
    host()
        .done(
            new Ask.Restore(
                Optional.of(id), Map.of("PATH", "/usr/bin:/bin"), Ask.Answered.STARTED));
    host().awaitScreen(id, "guard=[1] memory=[shower] set");
  }
}
