package comity.cli;

import comity.files.Home;
import comity.files.PrivateFile;
import comity.json.JsonObject;
import comity.sessions.SessionEnvironment;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Starts the hub in the background and returns when it can answer.",
      "What the hub has to say goes to log/hub.log of the home. Where it runs already, nothing is"
          + " done."
    },
    footer = {"  comity up", "  comity up --port 7500"})
final class Up implements Command {
  private static final String SAYS = "listening on ";

  /** A hub that needs longer is stuck; a first start may have to build before. */
  private static final int LONGEST_START_SECONDS = 300;

  /** Of the log, when the hub did not start. */
  private static final int MOST_LOG_BYTES = 4_000;

  @CommandLine.Mixin private ListenOptions options = new ListenOptions();

  @Override
  public Outcome run(Context context) throws IOException, InterruptedException {
    HubClient client = context.hub();
    if (client.get("/api/status") instanceof Asking.Answered) {
      return report(client, "runs already", context.home());
    }
    Path launcher = context.surroundings().launcher();
    if (launcher == null) {
      return Outcome.Failure.of(
          ExitCode.REFUSED,
          "the hub was not started",
          "this program was not started by its launcher",
          "run the file comity of the checkout");
    }
    Home home;
    switch (context.home().open()) {
      case Home.Opening.Opened(Home opened) -> home = opened;
      case Home.Opening.Refused(String reason) -> {
        return Outcome.Failure.of(ExitCode.REFUSED, "the hub was not started", reason, "");
      }
    }
    return start(client, home, command(launcher, home, context), context);
  }

  private Outcome start(HubClient client, Home home, List<String> command, Context context)
      throws IOException {
    Path log = home.log().resolve("hub.log");
    // As every file of the home; the shell's umask would let others read what agents say.
    long before;
    try (FileChannel there = PrivateFile.append(log)) {
      before = there.size();
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.root().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    ofHome(builder, home);
    Process hub = builder.start();
    context.note("starting the hub");
    CompletableFuture<Boolean> started =
        CompletableFuture.supplyAsync(() -> says(hub), Thread::startVirtualThread)
            .completeOnTimeout(false, LONGEST_START_SECONDS, TimeUnit.SECONDS);
    if (started.join()) {
      return report(client, "runs", home);
    }
    hub.destroy();
    return Outcome.Failure.of(
        ExitCode.REFUSED,
        Serve.UNSTARTED,
        said(log, before, Serve.UNSTARTED),
        "the whole log: " + log);
  }

  /** Whether the process says that it answers before its output ends. */
  private static boolean says(Process hub) {
    try {
      BufferedReader out =
          new BufferedReader(new InputStreamReader(hub.getInputStream(), StandardCharsets.UTF_8));
      String line = out.readLine();
      return line != null && line.startsWith(SAYS);
    } catch (IOException closed) {
      throw new CompletionException(closed);
    }
  }

  /**
   * Why a process did not start, as its log says; else all that the log has since.
   *
   * @param unstarted how the line begins that says it
   */
  static String said(Path log, long before, String unstarted) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(before, file.length() - MOST_LOG_BYTES));
      byte[] bytes = new byte[(int) (file.length() - file.getFilePointer())];
      file.readFully(bytes);
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      int why = text.lastIndexOf(unstarted + ": ");
      if (why >= 0) {
        return text.substring(why + unstarted.length() + 2);
      }
      return text.isEmpty() ? "it ended without a word" : text;
    }
  }

  private static Outcome report(HubClient client, String how, Home home) throws IOException {
    Optional<HubClient.Announced> hub = client.announced();
    if (hub.isEmpty()) {
      return Outcome.Failure.of(
          ExitCode.UNREACHABLE, "", "the hub has just ended", "see log/hub.log of the home");
    }
    HubClient.Announced found = hub.get();
    // The token itself stays where only its owner reads it, and off screens and logs.
    String token = home.run().resolve("token").toString();
    return new Outcome.Deed(
        JsonObject.empty()
            .with("url", found.url())
            .with("token_file", token)
            .with("pid", found.pid()),
        List.of(
            "the hub " + how + " at " + found.url() + " (process " + found.pid() + ")",
            "the token for its /api is in " + token));
  }

  private List<String> command(Path launcher, Home home, Context context) {
    List<String> command = new ArrayList<>(inOwnSession(context));
    command.addAll(List.of(launcher.toString(), "--home", home.root().toString(), "serve"));
    command.addAll(options.words());
    return command;
  }

  /**
   * It is part of no session, and lives longer than the one that it may be started in; what it
   * starts can be told from what others of other homes do.
   */
  static void ofHome(ProcessBuilder builder, Home home) {
    Map<String, String> environment = builder.environment();
    environment
        .keySet()
        .removeIf(name ->
            name.startsWith("MUSTER_")
                || name.equals("COMITY_RUN_ID")
                || name.equals(SessionEnvironment.GUARD)
                || name.equals(SessionEnvironment.MEMORY)
                || name.equals("COMITY_ROLE"));
    environment.put(Home.VARIABLE, home.root().toString());
  }

  /** Words before a command that have it outlive the terminal that it is started in. */
  static List<String> inOwnSession(Context context) {
    return context.onPath("setsid").map(Path::toString).stream().toList();
  }
}
