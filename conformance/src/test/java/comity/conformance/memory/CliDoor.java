package comity.conformance.memory;

import comity.cli.InProcess;
import comity.conformance.memory.Ask.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands, with the environment of a session or without. */
final class CliDoor implements Ask.Door {
  private static final Pattern SESSION = Pattern.compile("\"session\":\"([^\"]+)\"");

  private final LeakGround ground;
  private final Map<String, String> environment;

  /**
   * @param session empty for the owner
   * @param rooms that the session may open
   */
  CliDoor(LeakGround ground, String session, String rooms) {
    this.ground = ground;
    this.environment = new TreeMap<>(Map.of("COMITY_HOME", ground.home().toString()));
    if (!session.isEmpty()) {
      environment.put("MUSTER_AGENT_SESSION_ID", session);
      environment.put("COMITY_ROOMS", rooms);
    }
  }

  @Override
  public boolean takes(Ask ask) {
    // A command line has no NUL in it.
    return ask.text().indexOf('\0') < 0 && !ask.text().startsWith("-");
  }

  @Override
  public Answer ask(Ask ask) {
    List<String> words = new ArrayList<>(words(ask));
    if (!ask.room().isEmpty()) {
      words.addAll(ask.isMain() ? List.of("--main") : List.of("--room", ask.room()));
    }
    if (!ask.handle().isEmpty()) {
      words.addAll(List.of("--session", ask.handle()));
    }
    words.add("--json");
    return run("", words);
  }

  /** What a provider tells of its session. */
  Answer hook(String event) {
    return run(event, List.of("hook", "event"));
  }

  private Answer run(String input, List<String> words) {
    InProcess.Ran ran = InProcess.run(ground.root(), environment, input, words);
    Matcher session = SESSION.matcher(ran.out());
    return new Answer(
        ran.code() == 0, ran.out() + ran.err(), session.find() ? session.group(1) : "");
  }

  private static List<String> words(Ask ask) {
    return switch (ask.kind()) {
      case OPEN -> List.of("memory", "open");
      case GET -> List.of("memory", "get", ask.text(), "--lexical");
      case LOAD -> List.of("memory", "load", "--lexical", "--message", ask.text());
      case SEARCH -> List.of("memory", "search", ask.text(), "--lexical");
      case DECIDE -> List.of("memory", "append", "--kind", "decision", ask.text());
      case TASK -> List.of("memory", "append", "--kind", "task", ask.text());
      case NOTE -> List.of("memory", "append", "--kind", "note", ask.text());
      case FLUSH -> List.of("memory", "flush");
      case CLOSE -> List.of("memory", "close");
      case EXPLAIN -> List.of("memory", "explain", "--limit", "5");
      case BESIDE -> List.of("resume");
    };
  }
}
