package comity.sessions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A maker of agents, as far as a session must know it: how a conversation of its program is begun
 * and taken up again, and how its hooks come to Comity (SES-21). All of it is data; see {@link
 * ProviderTable} for the file.
 *
 * @param name as {@code --provider} has it: {@code claude}
 * @param title for people: {@code Claude Code}
 * @param programs the names of its program, without a folder
 * @param fallback what tells of it where it says nothing itself (SES-14)
 */
public record Provider(
    String name,
    String title,
    List<String> programs,
    Start start,
    Resume resume,
    Options options,
    Hooks hooks,
    Fallback fallback) {

  /** Stands for an id in the words of a start or a resume. */
  public static final String PLACEHOLDER = ResumeTemplate.PLACEHOLDER;

  /** The name of what is none of the others. */
  public static final String CUSTOM = "custom";

  public Provider {
    programs = List.copyOf(programs);
  }

  /** Of which nothing is known but its name. */
  static Provider unknown(String name) {
    return new Provider(
        name,
        name,
        List.of(),
        new Start(List.of(), true, List.of(), Map.of()),
        new Resume(List.of(), List.of(), List.of()),
        new Options(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), false),
        new Hooks(HooksByLaunch.NONE, Map.of(), false, Set.of(), Optional.empty()),
        Fallback.NONE);
  }

  /**
   * How its program is started.
   *
   * @param assign the words that give a new conversation its id; empty where it makes its own
   * @param reusesUnused whether an id that was given but had no turn can be given again (SES-27)
   * @param always words of every start by Comity (SES-25)
   * @param environment variables of every start by Comity
   */
  public record Start(
      List<String> assign,
      boolean reusesUnused,
      List<String> always,
      Map<String, String> environment) {
    public Start {
      assign = List.copyOf(assign);
      always = List.copyOf(always);
      environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
  }

  /**
   * How a conversation is taken up again.
   *
   * @param words the words for it; empty where nothing is known
   * @param gone what it says when there is no such conversation
   * @param taken what it says when an id that was given is in use
   */
  public record Resume(List<String> words, List<String> gone, List<String> taken) {
    public Resume {
      words = List.copyOf(words);
      gone = List.copyOf(gone);
      taken = List.copyOf(taken);
    }
  }

  /**
   * What the words after its program mean. Only options that are named here are given again when a
   * conversation is taken up.
   *
   * @param flags options without a value
   * @param values options with one
   * @param several options that take all words up to the next option
   * @param chosen options and sub-commands by which the person says which conversation it is; they
   *     are never given again, nor is the value of one that is named among those with a value too
   * @param others options and sub-commands that are no conversation
   * @param keepsPositionals whether words that are no options are given again; where they are what
   *     the agent is asked for, they are not
   */
  public record Options(
      Set<String> flags,
      Set<String> values,
      Set<String> several,
      Set<String> chosen,
      Set<String> others,
      boolean keepsPositionals) {
    public Options {
      flags = Set.copyOf(flags);
      values = Set.copyOf(values);
      several = Set.copyOf(several);
      chosen = Set.copyOf(chosen);
      others = Set.copyOf(others);
    }
  }

  /**
   * How its hooks come to Comity.
   *
   * @param byLaunch how they are given with the start, which changes no file (SES-26)
   * @param events its names of events, each with Claude Code's name for the same, in their order
   * @param namesEvent whether the command must say which event it is, because what the provider
   *     says on standard input does not
   * @param conflicts options of the person's own beside which none can be given by launch
   * @param file where they are set up for agents that people start by hand
   */
  public record Hooks(
      HooksByLaunch byLaunch,
      Map<String, String> events,
      boolean namesEvent,
      Set<String> conflicts,
      Optional<HookFile> file) {
    public Hooks {
      events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
      conflicts = Set.copyOf(conflicts);
    }
  }

  /**
   * A file of a person's that holds hooks.
   *
   * @param folder where it is, with {@code ~} for the person's home
   * @param variable names another folder, where it is set; it may have a path behind it
   * @param file below the folder
   */
  public record HookFile(Kind kind, String folder, Optional<String> variable, String file) {
    /** What is written into it. */
    public enum Kind {
      CLAUDE,
      CODEX,
      GEMINI,
      QWEN,
      COPILOT,
      CURSOR,
      KIMI,
      OPENCODE,
      AMP,
      PI
    }
  }

  /** Whether its program has that name; {@code .exe} and the like do not count. */
  boolean isProgram(String program) {
    int dot = program.lastIndexOf('.');
    String plain =
        dot > 0 && Set.of("exe", "cmd", "bat", "ps1").contains(program.substring(dot + 1))
            ? program.substring(0, dot)
            : program;
    return programs.contains(plain);
  }

  /** Words with an id in the place that is left for it. */
  static List<String> filled(List<String> words, String id) {
    return words.stream().map(word -> word.replace(PLACEHOLDER, id)).toList();
  }
}
