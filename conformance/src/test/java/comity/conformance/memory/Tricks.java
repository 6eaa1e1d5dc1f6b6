package comity.conformance.memory;

import java.util.List;
import java.util.Random;

/** Names of files, honest ones and others. */
final class Tricks {
  private static final List<String> NAMES =
      List.of(
          "attention.md",
          "project.md",
          "experience.md",
          "people.md",
          "more.md",
          "longterm.md",
          "daily-synced.md",
          "projects/site.md",
          "conventions/api.md",
          "conventions/style.md",
          "MEMORY.md",
          "SOUL.md",
          "USER.md",
          "MEMORIES.md");

  private static final List<String> TRICKS =
      List.of(
          "../%s/attention.md",
          "conventions/../../%s/attention.md",
          "memory/groups/%s.md",
          "memory/groups/%s/project.md",
          "memory/groups/ops/../%s/people.md",
          "memory//groups/%s/attention.md",
          "./memory/groups/%s/attention.md",
          "%s/attention.md",
          "../%s.md",
          "{root}/memory/groups/%s/attention.md",
          "{root}/memory/groups/%s.md",
          "{root}/../project/memory/groups/%s.md",
          "memory/groups/%s/attention.md\0",
          "attention.md\0../%s.md",
          "MEMORY/GROUPS/%s/attention.md",
          "Memory/Groups/%s.md",
          "memory/groups/%s./attention.md",
          "memory/groups/%s/attention.md.",
          "memory/groups/%s/attention.md ",
          "memory\\groups\\%s\\attention.md",
          "..\\%s\\attention.md",
          "memory/\uFF47roups/%s.md",
          "\u2025/%s/attention.md",
          "..\u2215%s\u2215attention.md",
          "conventions/..%%2f..%%2f%s/attention.md",
          "file:///{root}/memory/groups/%s.md",
          "~/%s.md",
          "projects/../../groups/%s/project.md",
          "conventions/\u202E../%s.md",
          "index.md/../../groups/%s.md",
          "memory/groups/group_names.json",
          "memory/group_names.json",
          "memory/flush-state.json",
          "memory/2026-01-02.md",
          "memory/archive/2026-01-02.md",
          "memory/main/index.md",
          "{root}/MEMORY.md",
          "",
          ".",
          "..");

  private Tricks() {}

  static String file(LeakGround ground, Random random) {
    if (random.nextInt(3) > 0) {
      return NAMES.get(random.nextInt(NAMES.size()));
    }
    String group = List.of("ops", "acme", "void", "main").get(random.nextInt(4));
    return TRICKS
        .get(random.nextInt(TRICKS.size()))
        .formatted(group)
        .replace("{root}", ground.root().toString());
  }
}
