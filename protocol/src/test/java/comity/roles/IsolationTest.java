package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsolationTest {
  private static final String TODAY = "2026-11-29";

  private static Place place(String path) {
    return path.equals("outside")
        ? new Place.Outside()
        : Place.of(Arrays.stream(path.split("/", -1)).filter(part -> !part.isEmpty()).toList());
  }

  private static String verdict(String role, Isolation.Access access, String path) {
    return switch (Isolation.decide(role, role.equals("designer"), access, place(path), TODAY)) {
      case Isolation.Verdict.Allowed(String rule) -> "yes " + rule;
      case Isolation.Verdict.Refused(String rule, String reason, String instead) -> {
        assertThat(List.of(reason, instead)).noneMatch(String::isBlank);
        yield "no " + rule;
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    ".muse/build.md,                    yes own-role-file,    yes own-role-file",
    ".muse/BUILD.md,                    yes own-role-file,    yes own-role-file",
    ".muse/qa.md,                       no other-role-file,   no other-role-file",
    ".Muse/QA.MD,                       no other-role-file,   no other-role-file",
    "．muse/build.md,                   no look-alike,        no look-alike",
    ".mu\u200Bse/build.md,              no look-alike,        no look-alike",
    ".muѕe/build.md,                    no look-alike,        no look-alike",
    ".mu\u0301se/build.md,              no look-alike,        no look-alike",
    ".muse/buіld.md,                    no other-role-file,   no other-role-file",
    ".muse/ｂuild.md,                    no other-role-file,   no other-role-file",
    ".muse/bu\u200Bild.md,              no other-role-file,   no other-role-file",
    ".muse/build.md.,                   no role-folder,       no role-folder",
    ".muse/paths.md,                    no role-folder,       no role-folder",
    ".muse/archive/qa.md,               no role-folder,       no role-folder",
    ".muse/notes.txt,                   no role-folder,       no role-folder",
    ".muse,                             no role-folder,       no role-folder",
    "memory/2026-11-29.md,              yes notes,            yes todays-notes",
    "memory/2026-11-28.md,              yes notes,            no notes",
    "memory/archive/2026-01-01.md,      yes notes,            no notes",
    "memory/flush-state.json,           no memory-gate,       no memory-gate",
    "memory/groups/acme.md,             no memory-gate,       no memory-gate",
    "memory/groups/acme/people.md,      no memory-gate,       no memory-gate",
    "Memory/Groups/acme/people.md,      no memory-gate,       no memory-gate",
    "memory/main/index.md,              no memory-gate,       no memory-gate",
    "memory/group_names.json,           no memory-gate,       no memory-gate",
    "MEMORY.md,                         no memory-gate,       no memory-gate",
    "MEMORIES.md,                       yes long-term-memory, no long-term-memory",
    "CLAUDE.md,                         yes rules-file,       no rules-file",
    "claude.md,                         yes rules-file,       no rules-file",
    "claude.md.,                        no look-alike,        no look-alike",
    "CLAUDE.md:x,                       no look-alike,        no look-alike",
    "MEMОRY.md,                         no look-alike,        no look-alike",
    "mеmory/groups/acme.md,             no look-alike,        no look-alike",
    "memory/grοups/acme.md,             no memory-gate,       no memory-gate",
    "src/Main.java,                     yes sources,          yes sources",
    "docs/CLAUDE.md,                    yes sources,          yes sources",
    "sub/.muse/qa.md,                   yes sources,          yes sources",
    "outside,                           no outside-project,   no outside-project"
  })
  void eachPlaceHasItsRule(String path, String read, String write) {
    assertThat(verdict("build", Isolation.Access.READ, path)).isEqualTo(read);
    assertThat(verdict("build", Isolation.Access.WRITE, path)).isEqualTo(write);
  }

  @ParameterizedTest
  @CsvSource({
    ".claude/settings.json,             yes sources,          no guard-settings",
    ".claude/settings.local.json,       yes sources,          no guard-settings",
    "sub/.Claude/Settings.json,         yes sources,          no guard-settings",
    ".claude,                           yes sources,          no guard-settings",
    ".claude/commands/x.md,             yes sources,          yes sources",
    ".mcp.json,                         yes sources,          no guard-settings",
    ".codex/config.toml,                yes sources,          no guard-settings",
    ".gemini/settings.json,             yes sources,          no guard-settings",
    ".qwen/hooks/guard.sh,              yes sources,          no guard-settings",
    ".github/hooks/guard.json,          yes sources,          no guard-settings",
    ".github/workflows/ci.yml,          yes sources,          yes sources",
    ".opencode/plugin/x.js,             yes sources,          no guard-settings",
    "opencode.json,                     yes sources,          no guard-settings",
    ".git/hooks/pre-commit,             yes sources,          no git-files",
    "lib/.GIT/config,                   yes sources,          no git-files",
    ".gitignore,                        yes sources,          yes sources",
    "USER.md,                           yes preferences,      no preferences"
  })
  void whatGuardsARoleIsNotItsToChange(String path, String read, String write) {
    assertThat(verdict("build", Isolation.Access.READ, path)).isEqualTo(read);
    assertThat(verdict("build", Isolation.Access.WRITE, path)).isEqualTo(write);
  }

  @ParameterizedTest
  @CsvSource({
    "build, yes sources",
    "dev, yes sources",
    "designer, yes sources",
    "qa, no sources",
    "strategy, no sources"
  })
  void sourcesAreWrittenByThoseWhoBuild(String role, String write) {
    assertThat(verdict(role, Isolation.Access.WRITE, "src/Main.java")).isEqualTo(write);
    assertThat(verdict(role, Isolation.Access.READ, "src/Main.java")).isEqualTo("yes sources");
  }
}
