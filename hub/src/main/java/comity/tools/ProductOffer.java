package comity.tools;

import comity.control.MemorySettings;
import comity.files.Home;
import comity.host.AgentProcess;
import comity.host.ProcessMark;
import comity.json.JsonObject;
import comity.mcp.Completion;
import comity.mcp.Implementation;
import comity.mcp.Prompt;
import comity.mcp.PromptResult;
import comity.mcp.Resource;
import comity.mcp.ResourceContents;
import comity.mcp.ResourceTemplate;
import comity.mcp.RpcError;
import comity.mcp.Tool;
import comity.mcp.ToolResult;
import comity.memory.Rooms;
import comity.project.Desk;
import comity.project.Overview;
import comity.project.Project;
import comity.project.Projects;
import comity.recall.Agent;
import comity.recall.Finders;
import comity.recall.MemoryDesk;
import comity.recall.OpenMemory;
import comity.recall.Visitor;
import comity.roles.Actor;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What Comity offers to a principal: the roles of its project, their work and notes (ROLE-21). */
public final class ProductOffer implements Offer {
  private static final String INSTRUCTIONS =
      "Roles of a project work from files in .muse and hand work to one another as directives."
          + " Begin with the prompt resume, or with directive_pickup and muse_get_role for your own"
          + " role. Use muse_send_directive to hand work over; never write to another role's file."
          + " Ask role_may before you touch a file that may not be yours. The memory of groups and"
          + " main is read with memory_open, memory_get and memory_load only.";

  private final List<Offered> offered = new ArrayList<>();
  private final Prompts prompts;
  private final RoleResources resources;

  /**
   * What serves it to each principal.
   *
   * @param home opened
   * @param environment in which this process runs: the session's role, where it is in one
   * @param finders what finds things in memory
   * @param settings how memory is given, asked for each principal
   */
  public static Serving serving(
      Home home,
      Map<String, String> environment,
      Actor.Door door,
      String version,
      Finders finders,
      Supplier<MemorySettings> settings) {
    Shared shared = new Shared(home, new Overview(InstantSource.system()), finders, settings);
    return new Serving(
        principal -> of(principal, environment, door, shared),
        new Implementation("comity", "Comity", version),
        INSTRUCTIONS);
  }

  /** What all offers of a process share. */
  private record Shared(
      Home home, Overview overview, Finders finders, Supplier<MemorySettings> settings) {}

  private static Offer of(
      Principal principal, Map<String, String> environment, Actor.Door door, Shared shared) {
    String user = System.getProperty("user.name", "unknown");
    return switch (Actor.of(user, principal.role(), environment, door)) {
      case Actor.Finding.Found(Actor actor) -> offer(principal, actor, shared);
      case Actor.Finding.Refused(Actor _, var verdict) ->
          throw new AssertionError("the door let in whom it must not: " + verdict.reason());
    };
  }

  private static Offer offer(Principal principal, Actor actor, Shared shared) {
    SecureRandom random = new SecureRandom();
    String session =
        actor
            .session()
            .map(Visitor::ofSession)
            .or(principal::memory)
            .orElseGet(() -> Visitor.ofServer(random));
    MemorySettings settings = shared.settings().get();
    // A session of Comity's tells its hooks by its own name; over HTTP nobody knows the process.
    Optional<Agent> agent =
        actor.session().isEmpty() && actor.door() == Actor.Door.MCP
            ? AgentProcess.current().flatMap(ProductOffer::served)
            : Optional.empty();
    Visitor visitor =
        new Visitor(actor, rooms(principal, actor, settings), Optional.of(session), agent);
    Project project = new Projects(shared.home()).at(principal.projectRoot());
    OpenMemory open = new OpenMemory(shared.home(), project, visitor);
    Desk desk =
        new Desk(
            shared.home(),
            project,
            actor,
            InstantSource.system(),
            ZoneId.systemDefault(),
            shared.overview(),
            open);
    MemoryDesk memory =
        new MemoryDesk(desk, visitor, shared.finders().of(project), settings.encoding(), random);
    memory.begin();
    return new ProductOffer(desk, memory);
  }

  private static Optional<Agent> served(ProcessMark agent) {
    return ProcessMark.of(ProcessHandle.current().pid())
        .map(own -> new Agent(agent.text(), own.text()));
  }

  /** A token opens what it lists; a server that lists nothing what is configured. */
  private static Rooms rooms(Principal principal, Actor actor, MemorySettings settings) {
    return actor.door() == Actor.Door.HTTP
        ? principal.rooms()
        : principal.rooms().orElse(settings.rooms());
  }

  private ProductOffer(Desk desk, MemoryDesk memory) {
    offered.addAll(new RoleTools(desk).all());
    offered.addAll(new DirectiveTools(desk).all());
    offered.addAll(new MemoryTools(desk, memory).all());
    offered.addAll(new GateTools(memory).all());
    prompts = new Prompts(desk);
    resources = new RoleResources(desk);
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.TOOLS, Ability.PROMPTS, Ability.RESOURCES, Ability.COMPLETIONS, Ability.CHANGES);
  }

  @Override
  public List<Tool> tools() {
    return offered.stream().map(Offered::tool).toList();
  }

  @Override
  public Given<ToolResult> call(String name, JsonObject arguments, Call call) {
    Optional<Offered> found =
        offered.stream().filter(each -> each.tool().name().equals(name)).findFirst();
    return found.isPresent()
        ? new Given.Done<>(found.get().work().apply(arguments, call))
        : new Given.Refused<>(RpcError.invalidParams("Unknown tool: " + name));
  }

  @Override
  public List<Prompt> prompts() {
    return Prompts.ALL;
  }

  @Override
  public Given<PromptResult> prompt(String name, Map<String, String> arguments, Call call) {
    return prompts.prompt(name, arguments);
  }

  @Override
  public List<Resource> resources() {
    return resources.all();
  }

  @Override
  public List<ResourceTemplate> templates() {
    return RoleResources.TEMPLATES;
  }

  @Override
  public Given<List<ResourceContents>> read(String uri, Call call) {
    return resources.read(uri);
  }

  @Override
  public Completion complete(
      Completion.Reference reference, String argument, String value, Map<String, String> context) {
    return new Completion(resources.names(argument, value));
  }

  @Override
  public Watch watch(Consumer<Change> listener) {
    return resources.watch(listener);
  }
}
