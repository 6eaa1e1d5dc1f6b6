package comity.cli;

import comity.files.Home;
import comity.hub.Hub;
import comity.json.JsonObject;
import comity.memory.Rooms;
import comity.project.Project;
import comity.project.Projects;
import comity.recall.Finders;
import comity.roles.Actor;
import comity.roles.Isolation;
import comity.tools.Principal;
import comity.tools.ProductOffer;
import comity.tools.StdioServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Serves the tools of a project to one MCP client, over standard input and output.",
      "It needs no hub. With --role it is bound by that role's rules. It ends when its input ends."
    },
    footer = {
      "  comity mcp --project-root ~/src/shop",
      "  comity mcp --project-root ~/src/shop --role build",
      "  comity mcp --project-root ~/src/shop --room '!abc:example.org' --room main"
    })
final class Mcp implements Command {
  /** What is under way gets this long once it was told to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @CommandLine.Option(
      names = "--room",
      paramLabel = "ID",
      description =
          "a room whose memory may be opened, or main; may be given more than once (default: those"
              + " of COMITY_ROOMS)")
  private List<String> rooms = new ArrayList<>();

  @Override
  public Outcome run(Context context) throws IOException {
    Optional<Path> root = ProjectRoot.of(context);
    if (root.isEmpty()) {
      return ProjectRoot.missing(context, "nothing is served");
    }
    Home home;
    switch (context.home().open()) {
      case Home.Opening.Opened(Home opened) -> home = opened;
      case Home.Opening.Refused(String why) -> {
        return Outcome.Failure.of(ExitCode.REFUSED, "nothing is served", why, "");
      }
    }
    Actor.Finding finding = Workplace.actor(context, Actor.Door.MCP);
    Actor asked = Workplace.asking(finding);
    if (finding instanceof Actor.Finding.Refused(Actor _, Isolation.Verdict.Refused verdict)) {
      Workplace.audit(home).refused(asked, "mcp", verdict);
      return Workplace.notAllowed(verdict);
    }
    Project project = new Projects(home).at(root.get());
    Workplace.warnOfNoRole(context, project, asked.role());
    Principal principal =
        new Principal(root.get(), Optional.ofNullable(context.globals().role()), rooms(context));
    PrintStream out = context.surroundings().out();
    // Whoever else would print must not: the client reads messages and nothing else.
    System.setOut(System.err);
    StdioServer server =
        new StdioServer(
            ProductOffer.serving(
                home,
                context.surroundings().environment(),
                Actor.Door.MCP,
                Hub.VERSION,
                new Finders(home, Finders.models(home), true),
                () -> Recalling.settings(context, home)),
            principal,
            context.surroundings().in(),
            out);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.stop(PATIENCE);
                  out.flush();
                  // Ended as it was asked to: 0, not the number of the signal.
                  Runtime.getRuntime().halt(ExitCode.DONE.number());
                },
                "stop"));
    server.run();
    return new Outcome.Streamed(JsonObject.empty());
  }

  private Rooms rooms(Context context) {
    Rooms listed = Rooms.listed(Optional.ofNullable(context.environment(Rooms.VARIABLE)));
    if (rooms.isEmpty()) {
      return listed;
    }
    // In a session the server of an agent opens no more than the session may.
    Rooms asked = new Rooms.Only(Set.copyOf(rooms));
    return context.environment(Actor.SESSION) == null ? asked : asked.within(listed);
  }
}
