package comity.cli;

import java.util.List;

/**
 * Every command with one line about it. Only plain strings, because the top help is printed from it
 * before anything else is loaded; the class of a command is loaded when {@link #create} is asked
 * for it.
 */
final class Catalogue {

  /**
   * @param words what a person types, for instance {@code key add}
   * @param heading the group it stands under in the top help
   */
  record Entry(String words, String heading, String summary) {
    /** The first word, where there are two; else empty. */
    String group() {
      int space = words.indexOf(' ');
      return space < 0 ? "" : words.substring(0, space);
    }
  }

  private static final String HUB = "The hub";
  private static final String MESSAGES = "Messages";
  private static final String SESSIONS = "Sessions";
  private static final String ROLES = "Roles";
  private static final String MEMORY = "Memory";
  private static final String TOOLS = "Tools for agents";
  private static final String PROGRAM = "This program";

  static final List<Entry> ENTRIES =
      List.of(
          new Entry("serve", HUB, "run the hub in the foreground"),
          new Entry("up", HUB, "start the hub in the background"),
          new Entry("down", HUB, "end the hub"),
          new Entry("status", HUB, "show the roles of the project, and whether the hub runs"),
          new Entry("doctor", HUB, "check the machine, the home and the configuration"),
          new Entry("send", MESSAGES, "send a message to an agent"),
          new Entry("agent list", MESSAGES, "list the agents of this hub"),
          new Entry("agent add", MESSAGES, "add an agent to the configuration"),
          new Entry("agent card", MESSAGES, "show the card of an agent"),
          new Entry("peer list", MESSAGES, "list the other hubs that are known"),
          new Entry("peer add", MESSAGES, "tell where the agents of another hub are"),
          new Entry("peer resolve", MESSAGES, "show where messages to an agent would go"),
          new Entry("key add", MESSAGES, "make a key for others"),
          new Entry("key list", MESSAGES, "list the keys"),
          new Entry("key revoke", MESSAGES, "take a key back"),
          new Entry("conversation list", MESSAGES, "list the latest conversations"),
          new Entry("conversation show", MESSAGES, "show the messages of a conversation"),
          new Entry("conversation stop", MESSAGES, "stop a conversation"),
          new Entry("outbox list", MESSAGES, "list what waits to be taken by other hubs"),
          new Entry("outbox retry", MESSAGES, "send again what was given up"),
          new Entry("trace list", MESSAGES, "list what agents did"),
          new Entry("trace show", MESSAGES, "show the steps of a trace"),
          new Entry("trace follow", MESSAGES, "show the steps as they are taken"),
          new Entry("trace stop", MESSAGES, "end what runs for a trace"),
          new Entry("run", SESSIONS, "run an agent in a session that survives"),
          new Entry("attach", SESSIONS, "show a session and hand it every key"),
          new Entry("session list", SESSIONS, "list the sessions and what they are at"),
          new Entry("session show", SESSIONS, "show all that is known of a session"),
          new Entry("session screen", SESSIONS, "print what is on a session's screen"),
          new Entry("session logs", SESSIONS, "print the last that a session printed"),
          new Entry("session wait", SESSIONS, "wait until an agent is at a state"),
          new Entry("session stop", SESSIONS, "end what runs in sessions, and close them"),
          new Entry("session restore", SESSIONS, "run agents again, in their conversations"),
          new Entry("session resume", SESSIONS, "run an agent again, and show it"),
          new Entry(
              "session check-command", SESSIONS, "tell whether a command can be resumed as it is"),
          new Entry("session check-template", SESSIONS, "tell whether a resume command is fit"),
          new Entry("hooks setup", SESSIONS, "put Comity's hooks into agents' settings"),
          new Entry("hooks status", SESSIONS, "show whether agents have Comity's hooks"),
          new Entry("hooks remove", SESSIONS, "take Comity's hooks out again"),
          new Entry("hook capture", SESSIONS, "keep what a provider's hook tells of a session"),
          new Entry("host", SESSIONS, "run the host of sessions in the foreground"),
          new Entry("project add", ROLES, "make a project known by a name"),
          new Entry("project list", ROLES, "list the projects that are known"),
          new Entry("project remove", ROLES, "forget a project"),
          new Entry("role list", ROLES, "list the roles of a project"),
          new Entry("role show", ROLES, "show a role's file"),
          new Entry("role set", ROLES, "set fields of a role's L0 line"),
          new Entry("role task", ROLES, "list, add and finish tasks"),
          new Entry("role may", ROLES, "tell whether a role may read or write a file"),
          new Entry("directive send", ROLES, "send a directive to a role"),
          new Entry("directive list", ROLES, "list directives"),
          new Entry("directive pickup", ROLES, "pick up what waits for a role"),
          new Entry("directive done", ROLES, "mark a received directive as done"),
          new Entry("resume", ROLES, "show a role what it needs to go on"),
          new Entry("bye", ROLES, "write down what was done, at the end of the work"),
          new Entry("distill", ROLES, "keep what matters of old notes, and archive them"),
          new Entry("settings", ROLES, "show or change the preferences in USER.md"),
          new Entry("check", ROLES, "check role files against the protocol"),
          new Entry("hook guard", ROLES, "answer a provider's hook: may the role use the tool"),
          new Entry("audit", ROLES, "show what was refused and written"),
          new Entry("memory init", MEMORY, "make what is missing of a memory"),
          new Entry("memory open", MEMORY, "open the memory of a group or of main"),
          new Entry("memory get", MEMORY, "print a file of the memory that is open"),
          new Entry("memory load", MEMORY, "print what a message needs of a memory"),
          new Entry("memory search", MEMORY, "find passages by words and meaning"),
          new Entry("memory append", MEMORY, "write a decision, a task or a note"),
          new Entry("memory flush", MEMORY, "write what was captured into its memory"),
          new Entry("memory explain", MEMORY, "show what was given of memories, and why"),
          new Entry("memory close", MEMORY, "close the memory that is open"),
          new Entry("memory install", MEMORY, "tell agents of memory in AGENTS.md"),
          new Entry("memory uninstall", MEMORY, "take that away again; groups lose access"),
          new Entry("hook event", MEMORY, "keep what was said, when a provider's session goes on"),
          new Entry("mcp", TOOLS, "serve a project's tools over standard input and output"),
          new Entry("token add", TOOLS, "make a token that opens /mcp of the hub"),
          new Entry("token list", TOOLS, "list the tokens"),
          new Entry("token revoke", TOOLS, "take a token back"),
          new Entry("completion", PROGRAM, "print the completion script of a shell"),
          new Entry("install", PROGRAM, "put comity on the PATH, with completion and manual"),
          new Entry("uninstall", PROGRAM, "take away what install put, and nothing else"));

  private Catalogue() {}

  static Command create(String words) {
    return switch (words) {
      case "serve" -> new Serve();
      case "up" -> new Up();
      case "down" -> new Down();
      case "status" -> new Status();
      case "doctor" -> new Doctor();
      case "send" -> new Send();
      case "agent list" -> new AgentList();
      case "agent add" -> new AgentAdd();
      case "agent card" -> new AgentCard();
      case "peer list" -> new PeerList();
      case "peer add" -> new PeerAdd();
      case "peer resolve" -> new PeerResolve();
      case "key add" -> new KeyAdd();
      case "key list" -> new KeyList();
      case "key revoke" -> new KeyRevoke();
      case "conversation list" -> new ConversationList();
      case "conversation show" -> new ConversationShow();
      case "conversation stop" -> new ConversationStop();
      case "outbox list" -> new OutboxList();
      case "outbox retry" -> new OutboxRetry();
      case "trace list" -> new TraceList();
      case "trace show" -> new TraceShow();
      case "trace follow" -> new TraceFollow();
      case "trace stop" -> new TraceStop();
      case "project add" -> new ProjectAdd();
      case "project list" -> new ProjectList();
      case "project remove" -> new ProjectRemove();
      case "role list" -> new RoleList();
      case "role show" -> new RoleShow();
      case "role set" -> new RoleSet();
      case "role task" -> new RoleTask();
      case "directive send" -> new DirectiveSend();
      case "directive list" -> new DirectiveList();
      case "directive pickup" -> new DirectivePickup();
      case "directive done" -> new DirectiveDone();
      case "resume" -> new Resume();
      case "bye" -> new Bye();
      case "distill" -> new Distill();
      case "settings" -> new Settings();
      case "check" -> new Check();
      case "mcp" -> new Mcp();
      case "token add" -> new TokenAdd();
      case "token list" -> new TokenList();
      case "token revoke" -> new TokenRevoke();
      case "role may" -> new RoleMay();
      case "hook guard" -> new HookGuard();
      case "hook capture" -> new HookCapture();
      case "audit" -> new AuditShow();
      case "completion" -> new Completion();
      case "install" -> new Install();
      case "uninstall" -> new Uninstall();
      default ->
          words.startsWith("memory ") || words.equals("hook event")
              ? memory(words)
              : session(words);
    };
  }

  private static Command session(String words) {
    return switch (words) {
      case "run" -> new Run();
      case "attach" -> new Attach();
      case "host" -> new HostRun();
      case "session list" -> new SessionList();
      case "session show" -> new SessionShow();
      case "session screen" -> new SessionScreen();
      case "session logs" -> new SessionLogs();
      case "session wait" -> new SessionWait();
      case "session stop" -> new SessionStop();
      case "session restore" -> new SessionRestore();
      case "session resume" -> new SessionResume();
      case "session check-command" -> new SessionCheckCommand();
      case "session check-template" -> new SessionCheckTemplate();
      case "hooks setup" -> new HooksSetup();
      case "hooks status" -> new HooksStatus();
      case "hooks remove" -> new HooksRemove();
      default -> throw new IllegalArgumentException("no command " + words);
    };
  }

  private static Command memory(String words) {
    return switch (words) {
      case "memory init" -> new MemoryInit();
      case "memory append" -> new MemoryAppend();
      case "memory flush" -> new MemoryFlush();
      case "memory install" -> new MemoryInstallation();
      case "memory uninstall" -> new MemoryUninstall();
      case "hook event" -> new HookEvent();
      case "memory open" -> new MemoryOpen();
      case "memory get" -> new MemoryGet();
      case "memory load" -> new MemoryLoad();
      case "memory search" -> new MemorySearch();
      case "memory explain" -> new MemoryExplain();
      case "memory close" -> new MemoryClose();
      default -> throw new IllegalArgumentException("no command " + words);
    };
  }
}
