package comity.sessions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How an agent is run: to begin a conversation, and to take one up again (SES-16, SES-17, SES-19 to
 * SES-21). What Comity adds stands at the end of the person's words, or before a {@code --}, each
 * word quoted for the shell where the command is a line.
 *
 * @param provider whose program it is
 * @param command what the person asked to be run
 * @param template their own resume command; empty where the provider's way is meant
 */
public record Launching(
    Provider provider, CommandForm command, Optional<String> template, Place place) {

  /**
   * Where it is run.
   *
   * @param launcher the absolute path of Comity's launcher, for hooks
   * @param shell the shell that runs lines; see {@link #shell}
   * @param folder a folder of the session's own, absolute, for files that a program reads
   * @param hooks what hooks are there for (SES-9); they are given with the start where that can be
   *     (SES-26)
   */
  public record Place(String launcher, String shell, String folder, Set<HookDuty> hooks) {
    public Place {
      hooks = Set.copyOf(hooks);
    }
  }

  /** Shells that take a line as a POSIX shell does. */
  private static final Set<String> POSIX = Set.of("sh", "bash", "dash", "zsh", "ksh", "ash");

  private static final String RESUME_COMMAND =
      "give a resume command of your own, with " + Provider.PLACEHOLDER + " where the id belongs";

  /** The shell for lines: the person's own where it reads quotes as a POSIX shell does. */
  public static String shell(Optional<String> own) {
    return own.filter(path -> path.startsWith("/"))
        .filter(path -> POSIX.contains(path.substring(path.lastIndexOf('/') + 1)))
        .orElse("/bin/sh");
  }

  /**
   * To begin a conversation; with an id that it had already, to begin that one again (SES-17).
   *
   * @param id for providers whose conversations can be given one; a UUID
   */
  public Launch begin(String id) {
    Optional<Launch> unfit = unfitTemplate();
    if (unfit.isPresent()) {
      return unfit.get();
    }
    if (command.check() instanceof CommandCheck.Refused(int column, String why)) {
      boolean needsTemplate = template.isEmpty() && !provider.name().equals(Provider.CUSTOM);
      return needsTemplate
          ? new Launch.Refused(column, composed(why), RESUME_COMMAND)
          : asItIs(List.of("nothing is added to the command: " + why));
    }
    List<Arguments.Word> words = Arguments.of(command);
    Arguments read = Arguments.read(words, provider.options());
    if (!read.conversation()) {
      return asItIs(List.of("it is no conversation, so nothing is added"));
    }
    boolean assigns = !provider.start().assign().isEmpty() && !read.chosen();
    Added added = added(read.options());
    List<String> more = new ArrayList<>();
    if (assigns) {
      more.addAll(Provider.filled(provider.start().assign(), id));
    }
    more.addAll(added.words());
    return new Launch.Run(
        argv(words, read, words.stream().map(_ -> true).toList(), more),
        environment(added.hooked()),
        added.files(),
        assigns ? Optional.of(id) : Optional.empty(),
        added.notes());
  }

  /**
   * To take a conversation up again.
   *
   * @param nativeId the agent's own id of it
   */
  public Launch resume(String nativeId) {
    if (nativeId.isBlank() || nativeId.startsWith("-")) {
      return new Launch.Refused(
          0, "\"" + nativeId + "\" is no id of a conversation", "start the agent anew");
    }
    Optional<Launch> unfit = unfitTemplate();
    if (unfit.isPresent()) {
      return unfit.get();
    }
    if (template.isPresent()) {
      return byTemplate(ResumeTemplate.filled(template.get(), nativeId));
    }
    if (provider.resume().words().isEmpty()) {
      return new Launch.Refused(
          0,
          "it is not known how " + provider.title() + " takes up a conversation",
          RESUME_COMMAND);
    }
    if (command.check() instanceof CommandCheck.Refused(int column, String why)) {
      return new Launch.Refused(column, composed(why), RESUME_COMMAND);
    }
    List<Arguments.Word> words = Arguments.of(command);
    Arguments read = Arguments.read(words, provider.options());
    Added added = added(keptOptions(words, read));
    List<String> more = new ArrayList<>(Provider.filled(provider.resume().words(), nativeId));
    more.addAll(added.words());
    List<String> notes = new ArrayList<>(added.notes());
    if (!read.leftOut().isEmpty()) {
      notes.add(
          "not given again, since it is not known what they mean when a conversation goes on: "
              + String.join(", ", read.leftOut()));
    }
    return new Launch.Run(
        argv(words, read, read.kept(), more),
        environment(added.hooked()),
        added.files(),
        Optional.empty(),
        notes);
  }

  private static Set<String> keptOptions(List<Arguments.Word> words, Arguments read) {
    List<Arguments.Word> kept = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (read.kept().get(i)) {
        kept.add(words.get(i));
      }
    }
    return kept.stream()
        .flatMap(word -> word.value().stream())
        .filter(word -> word.startsWith("-"))
        .map(word -> word.contains("=") ? word.substring(0, word.indexOf('=')) : word)
        .collect(Collectors.toSet());
  }

  private String composed(String why) {
    return "nothing can be added to this command to take a conversation up again, because " + why;
  }

  private Optional<Launch> unfitTemplate() {
    return template
        .map(ResumeTemplate::check)
        .flatMap(check ->
            check instanceof CommandCheck.Refused(int column, String why)
                ? Optional.of(
                    new Launch.Refused(
                        column, "the resume command is not fit: " + why, RESUME_COMMAND))
                : Optional.empty());
  }

  /** A template that runs the provider's program gets its hooks as well. */
  private Launch byTemplate(String line) {
    CommandForm.Line filled = new CommandForm.Line(line);
    boolean own =
        filled.check() instanceof CommandCheck.Accepted
            && filled.program().map(provider::isProgram).orElse(false);
    if (!own) {
      return new Launch.Run(
          List.of(place.shell(), "-c", line),
          environment(false),
          List.of(),
          Optional.empty(),
          unguarded(List.of()));
    }
    List<Arguments.Word> words = Arguments.of(filled);
    Arguments read = Arguments.read(words, provider.options());
    Added added = added(read.options());
    Launching same = new Launching(provider, filled, Optional.empty(), place);
    return new Launch.Run(
        same.argv(words, read, words.stream().map(_ -> true).toList(), added.words()),
        environment(added.hooked()),
        added.files(),
        Optional.empty(),
        added.notes());
  }

  private Launch.Run asItIs(List<String> notes) {
    List<String> argv =
        switch (command) {
          case CommandForm.Line(String text) -> List.of(place.shell(), "-c", text);
          case CommandForm.Words(List<String> words) -> words;
        };
    return new Launch.Run(
        argv,
        environment(false),
        List.of(),
        Optional.empty(),
        provider.name().equals(Provider.CUSTOM) ? List.of() : unguarded(notes));
  }

  /** Says as well that no guard came with the start, where there is something to guard (SES-9). */
  private List<String> unguarded(List<String> notes) {
    if (!place.hooks().contains(HookDuty.GUARD)
        || provider.hooks().byLaunch() == HooksByLaunch.NONE) {
      return notes;
    }
    List<String> all = new ArrayList<>(notes);
    all.add(
        "no guard comes with the start; its tools are guarded only where its hooks are in a file:"
            + " comity hooks setup "
            + provider.name());
    return all;
  }

  /** What tells hooks in files what there is to do; those that came with the start know it. */
  private Map<String, String> environment(boolean hooked) {
    Map<String, String> environment = new LinkedHashMap<>(provider.start().environment());
    if (place.hooks().contains(HookDuty.GUARD)) {
      // Whatever else the agent starts is to be guarded as well.
      environment.put(SessionEnvironment.GUARD, "1");
    }
    if (place.hooks().contains(HookDuty.MEMORY) && !hooked) {
      environment.put(SessionEnvironment.MEMORY, provider.name());
    }
    return environment;
  }

  /**
   * What every conversation of the provider gets.
   *
   * @param hooked whether hooks are among it
   */
  private record Added(
      List<String> words, List<Launch.Written> files, List<String> notes, boolean hooked) {}

  private Added added(Set<String> options) {
    List<String> words = new ArrayList<>();
    for (String word : provider.start().always()) {
      if (!options.contains(word)) {
        words.add(word);
      }
    }
    if (place.hooks().isEmpty() || provider.hooks().byLaunch() == HooksByLaunch.NONE) {
      return new Added(words, List.of(), List.of(), false);
    }
    Optional<String> conflict =
        provider.hooks().conflicts().stream().filter(options::contains).findFirst();
    if (conflict.isPresent()) {
      return new Added(
          words,
          List.of(),
          List.of(
              "no hooks are given, because the command has %s; set them up with: comity hooks setup %s"
                  .formatted(conflict.get(), provider.name())),
          false);
    }
    List<Launch.Written> files = new ArrayList<>();
    switch (provider.hooks().byLaunch()) {
      case NONE -> {
        // Said above.
      }
      case SETTINGS ->
          words.addAll(
              List.of(
                  "--settings", LaunchHooks.settings(provider, place.launcher(), place.hooks())));
      case OVERRIDE ->
          words.addAll(
              List.of("-c", LaunchHooks.override(provider, place.launcher(), place.hooks())));
      case EXTENSION -> {
        String path = place.folder() + "/comity-hooks.js";
        files.add(
            new Launch.Written(
                path, HookModule.withStart(provider.name(), place.launcher(), place.hooks())));
        words.addAll(List.of("-e", path));
      }
    }
    return new Added(words, files, List.of(), true);
  }

  /** The words that stay, and more at their end. */
  private List<String> argv(
      List<Arguments.Word> words, Arguments read, List<Boolean> stays, List<String> more) {
    // Behind -- nothing is an option.
    int dashes = read.end().orElse(words.size());
    int end = dashes < words.size() && stays.get(dashes) ? dashes : words.size();
    return switch (command) {
      case CommandForm.Words(List<String> argv) -> {
        List<String> all = new ArrayList<>(List.of(argv.getFirst()));
        for (int i = 0; i < words.size(); i++) {
          if (i == end) {
            all.addAll(more);
          }
          if (stays.get(i)) {
            all.add(words.get(i).text());
          }
        }
        if (end == words.size()) {
          all.addAll(more);
        }
        yield all;
      }
      case CommandForm.Line(String text) -> {
        String added =
            more.stream().map(word -> " " + ShellQuote.of(word)).collect(Collectors.joining());
        StringBuilder line = new StringBuilder();
        int at = 0;
        for (int i = 0; i < words.size(); i++) {
          Arguments.Word word = words.get(i);
          if (i == end) {
            line.append(text, at, word.from()).append(added.strip()).append(' ');
            at = word.from();
          }
          if (!stays.get(i)) {
            line.append(text, at, blanksBefore(text, at, word.from()));
            at = word.to();
          }
        }
        line.append(text, at, text.length());
        yield List.of(
            place.shell(),
            "-c",
            end == words.size() ? line.toString().stripTrailing() + added : line.toString());
      }
    };
  }

  /** Where the blanks before a word begin; one that is escaped is none. */
  private static int blanksBefore(String text, int from, int word) {
    int at = word;
    while (at > from
        && (text.charAt(at - 1) == ' ' || text.charAt(at - 1) == '\t')
        && !(at > 1 && text.charAt(at - 2) == '\\')) {
      at--;
    }
    return at;
  }
}
