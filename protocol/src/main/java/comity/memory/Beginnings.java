package comity.memory;

import comity.roles.Lines;
import comity.roles.Structure;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/** The first text of memory's files where there is none (MEM-19). */
public final class Beginnings {
  /** More headings of {@code MEMORY.md} make no better table. */
  private static final int MOST_ROWS = 12;

  /** More rules than that nobody keeps. */
  private static final int MOST_RULES = 20;

  private static final Pattern RULES =
      Pattern.compile("(?i)(hard )?rules|硬性规则|规则|铁律|禁止事项|red lines|红线");

  private static final Pattern ITEM =
      Pattern.compile("[ \\t]{0,3}(?:[-*+]|\\d{1,9}[.)])[ \\t]+(?<text>\\S.*)");

  /**
   * What is known of a group.
   *
   * @param channel where it talks, such as {@code matrix}; empty where nobody knows
   * @param about what it is about, in a line; empty where nobody knows
   */
  public record About(String channel, String about) {}

  private Beginnings() {}

  /** The files of a group, from the project's root: the index first. */
  public static SequencedMap<String, String> ofGroup(
      Scope.Group group, About about, LocalDate today) {
    SequencedMap<String, String> files = new LinkedHashMap<>();
    String name = group.name();
    String channel = about.channel().isBlank() ? "" : "\nchannel: " + yaml(about.channel());
    String what = about.about().isBlank() ? "" : "\n" + Prose.oneLine(about.about()) + "\n";
    files.put(
        group.index(),
        """
        ---
        group_name: %s
        last_updated: %s
        status: active
        memory_budget: %d%s
        ---

        # %s
        %s
        ## Hard Rules

        - Read this index first; load one file at a time.
        - Nothing of this group goes to another group or to main.

        ## Routing

        | Trigger Scenario | Load File | Priority |
        | --- | --- | --- |
        | current work, tasks, status, blockers, 当前任务, 进展, 阻塞 | attention.md | P0 |
        | project, architecture, tech stack, 项目, 架构, 技术栈 | project.md | P1 |
        | decisions, lessons, experience, how did we, 决策, 经验, 教训 | experience.md | P2 |
        | people, team, contacts, who is, 成员, 联系人, 负责人 | people.md | P3 |
        """
            .formatted(
                yaml(name), today, MemoryIndex.GROUP_BUDGET, channel, Prose.oneLine(name), what));
    files.put(group.folder() + "attention.md", "# Attention\n\n## Tasks\n\n## Blockers\n");
    files.put(group.folder() + "project.md", "# Project\n\n## Stack\n\n## Architecture\n");
    files.put(group.folder() + "experience.md", "# Experience\n");
    files.put(group.folder() + "people.md", "# People\n");
    return files;
  }

  private static String yaml(String text) {
    String line = Prose.oneLine(text);
    return line.matches("[\\p{L}\\p{N}_][\\p{L}\\p{N}_ .-]*")
            && !line.matches("[\\d.-]+|(?i)true|false|null|yes|no|on|off")
        ? line
        : "\"" + line.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /**
   * The files of main, from the project's root: the index first, made of {@code MEMORY.md}.
   *
   * @param memory its lines; none where there is no such file
   */
  public static SequencedMap<String, String> ofMain(Lines memory, LocalDate today) {
    Outline outline = Outline.of(memory);
    StringBuilder rules = new StringBuilder();
    List<String> hard = rules(outline);
    if (hard.isEmpty()) {
      hard = List.of("Nothing of a group comes here, and nothing of main goes to a group.");
    }
    hard.forEach(rule -> rules.append("- ").append(rule).append('\n'));
    StringBuilder rows = new StringBuilder();
    topics(outline)
        .ifPresent(topics -> rows.append("| ").append(topics).append(" | longterm.md | P1 |\n"));
    SequencedMap<String, String> files = new LinkedHashMap<>();
    String folder = new Scope.Main().folder();
    files.put(
        new Scope.Main().index(),
        """
        ---
        last_updated: %s
        status: active
        memory_budget: %d
        ---

        # Main

        ## Hard Rules

        %s
        ## Routing

        | Trigger Scenario | Load File | Priority |
        | --- | --- | --- |
        | current work, tasks, status, blockers, 当前任务, 进展, 阻塞 | attention.md | P0 |
        | preferences, background, what do you know, 偏好, 背景, 长期记忆 | longterm.md | P1 |
        %s| recent days, yesterday, last week, 最近, 昨天, 上周 | daily-synced.md | P2 |
        """
            .formatted(today, MemoryIndex.MAIN_BUDGET, rules, rows));
    files.put(folder + "attention.md", "# Attention\n\n## Tasks\n\n## Blockers\n");
    files.put(folder + "longterm.md", "# Long-term memory\n");
    files.put(folder + "daily-synced.md", "# Recent days\n");
    return files;
  }

  /** The items below a heading that says that they are rules. */
  private static List<String> rules(Outline outline) {
    Optional<Outline.Part> part = outline.part(RULES);
    List<String> rules = new ArrayList<>();
    for (int line = part.map(found -> found.heading().line()).orElse(0);
        part.isPresent() && line < part.get().to() && rules.size() < MOST_RULES;
        line++) {
      var item = ITEM.matcher(outline.file().text(line));
      if (outline.isText(line) && item.matches()) {
        rules.add(Prose.oneLine(Secrets.redacted(item.group("text"))));
      }
    }
    return rules;
  }

  /** The titles of its sections, which are what somebody would ask for. */
  private static Optional<String> topics(Outline outline) {
    List<String> topics =
        outline.structure().headings().stream()
            .filter(heading -> heading.level() == 2 || heading.level() == 3)
            .map(Structure.Heading::text)
            .map(text ->
                Prose.oneLine(Secrets.redacted(text)).replaceAll("[|,、`*\\s]+", " ").strip())
            .filter(text -> !text.isEmpty() && !RULES.matcher(text).matches())
            .distinct()
            .limit(MOST_ROWS)
            .toList();
    return topics.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", topics));
  }
}
