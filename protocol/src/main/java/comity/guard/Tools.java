package comity.guard;

import comity.guard.Touch.Extent;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.roles.Isolation.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tools that providers bring, by their names, and where their arguments name files. */
final class Tools {
  private static final Set<String> READ =
      Set.of(
          "read",
          "read_file",
          "readfile",
          "view",
          "view_image",
          "notebookread",
          "read_many_files",
          "open_file",
          "cat");

  private static final Set<String> WRITE =
      Set.of(
          "write",
          "edit",
          "multiedit",
          "notebookedit",
          "notebook_edit",
          "write_file",
          "writefile",
          "replace",
          "create",
          "create_file",
          "str_replace",
          "insert",
          "edit_file",
          "editfile",
          "delete_file",
          "deletefile",
          "delete",
          "strreplace",
          "tabwrite",
          "search_replace",
          "multi_edit",
          "applypatch",
          "apply_patch",
          "patch");

  /** They look at the names of files only. */
  private static final Set<String> NAMES =
      Set.of(
          "glob",
          "ls",
          "list",
          "list_directory",
          "list_dir",
          "listdir",
          "find",
          "file_search",
          "glob_file_search",
          "find_files");

  /** They look into all files of a folder. */
  private static final Set<String> SEARCH =
      Set.of(
          "grep",
          "grep_search",
          "search_file_content",
          "ripgrep",
          "rg",
          "search",
          "codebase_search",
          "semsearch",
          "lsp");

  private static final Set<String> SHELL =
      Set.of(
          "bash",
          "shell",
          "run_shell_command",
          "run_terminal_cmd",
          "run_terminal_command",
          "exec",
          "exec_command",
          "local_shell",
          "powershell",
          "terminal",
          "command",
          "write_stdin",
          "write_bash",
          "write_powershell",
          "monitor");

  private static final Set<String> HARMLESS =
      Set.of(
          "todowrite",
          "todoread",
          "todo_write",
          "todo_read",
          "write_todos",
          "update_plan",
          "webfetch",
          "web_fetch",
          "websearch",
          "web_search",
          "google_web_search",
          "task",
          "agent",
          "exitplanmode",
          "exit_plan_mode",
          "enterplanmode",
          "enter_plan_mode",
          "askuserquestion",
          "ask_user_question",
          "ask_user",
          "question",
          "skill",
          "activate_skill",
          "bashoutput",
          "killshell",
          "kill_shell",
          "taskoutput",
          "taskstop",
          "taskcreate",
          "taskupdate",
          "tasklist",
          "taskget",
          "toolsearch",
          "read_bash",
          "stop_bash",
          "list_bash",
          "think",
          "invalid",
          "request_user_input",
          "spawn_agent",
          "send_message",
          "report_intent");

  private static final List<String> PATHS =
      List.of(
          "file_path",
          "filePath",
          "path",
          "absolute_path",
          "notebook_path",
          "dir_path",
          "filename",
          "file",
          "target_file",
          "targetFile",
          "directory",
          "dir",
          "folder",
          "target_directory",
          "relative_workspace_path",
          "paths",
          "files",
          "file_paths",
          "filePaths",
          "include",
          "target_notebook",
          "from",
          "to",
          "source",
          "destination",
          "old_path",
          "new_path");

  /** What a patch does to which file, in the form of Codex and in that of diff. */
  private static final Pattern PATCHED =
      Pattern.compile(
          "(?m)^\\s*(?:\\*\\*\\* (?:Add|Update|Delete) File: |\\*\\*\\* Move to: "
              + "|(?:---|\\+\\+\\+) (?:[ab]/)?|rename (?:from|to) )(.+?)(?:\\t.*)?\\s*$");

  /** Files of these kinds are none that have rules: roles and memory are Markdown and JSON. */
  private static final Pattern OTHER_KIND =
      Pattern.compile(".*\\.(?!md$|markdown$|json)[a-z0-9+]+");

  private static final Pattern OTHER_TYPE = Pattern.compile("(?!md|markdown|json|all)[a-z0-9+]+");

  private Tools() {}

  static ToolUse use(String tool, JsonObject arguments) {
    String name = tool.toLowerCase(Locale.ROOT);
    if (isOurs(name)) {
      return new ToolUse.Files(List.of());
    }
    if (HARMLESS.contains(name)) {
      return new ToolUse.Files(addressed(arguments));
    }
    if (SHELL.contains(name)) {
      return shell(arguments);
    }
    if (name.equals("str_replace_editor") || name.equals("str_replace_based_edit_tool")) {
      boolean view = arguments.string("command").filter("view"::equals).isPresent();
      return files(arguments, view ? Access.READ : Access.WRITE, Extent.ONE);
    }
    if (READ.contains(name)) {
      return files(
          arguments, Access.READ, name.equals("read_many_files") ? Extent.PATTERN : Extent.ONE);
    }
    if (WRITE.contains(name)) {
      return written(arguments);
    }
    if (NAMES.contains(name)) {
      return names(arguments);
    }
    return SEARCH.contains(name) ? search(arguments) : unknown(tool, arguments);
  }

  /** Our own tools ask the guard themselves. */
  private static boolean isOurs(String name) {
    return name.matches(
            "(mcp_{1,2})?(comity|muse)_{1,2}(muse_|memory_|role_|directive_|message|session|task).*")
        || name.matches("mcp_{1,2}(comity|muse)_{1,2}\\w+");
  }

  /** Files whose address a tool is given, as one that is to be fetched. */
  private static List<Touch> addressed(JsonObject arguments) {
    return Stream.of("url", "uri", "href")
        .flatMap(key -> arguments.string(key).stream())
        .filter(url -> url.toLowerCase(Locale.ROOT).contains("file:"))
        .map(url -> url.substring(url.toLowerCase(Locale.ROOT).indexOf("file:")))
        .map(url -> Touch.one(Access.READ, url))
        .toList();
  }

  private static ToolUse shell(JsonObject arguments) {
    Optional<String> folder =
        arguments
            .string("workdir")
            .or(() -> arguments.string("cwd"))
            .or(() -> arguments.string("dir_path"))
            .or(() -> arguments.string("directory"))
            .filter(text -> !text.isBlank());
    for (String key : List.of("command", "cmd", "script", "chars", "input", "text")) {
      switch (arguments.get(key)) {
        case JsonString(String line) -> {
          return new ToolUse.Shell(line, folder);
        }
        case JsonArray words -> {
          return new ToolUse.Shell(line(words), folder);
        }
        case null, default -> {}
      }
    }
    return new ToolUse.Unknown("the tool was not told which command to run");
  }

  /** The words of a program, quoted for a shell. */
  private static String line(JsonArray words) {
    StringBuilder line = new StringBuilder();
    for (JsonValue word : words.elements()) {
      String text = word instanceof JsonString(String value) ? value : "$(unknown)";
      line.append('\'').append(text.replace("'", "'\\''")).append("' ");
    }
    return line.toString();
  }

  private static ToolUse files(JsonObject arguments, Access access, Extent extent) {
    List<String> paths = paths(arguments);
    return paths.isEmpty()
        ? new ToolUse.Unknown("the tool was not told which file")
        : new ToolUse.Files(
            paths.stream().map(path -> new Touch(access, path, extent, false)).toList());
  }

  private static ToolUse written(JsonObject arguments) {
    List<String> paths = new ArrayList<>(paths(arguments));
    for (String key : List.of("patch", "input", "patchText", "patch_text", "diff", "command")) {
      Matcher patched = PATCHED.matcher(arguments.string(key).orElse(""));
      while (patched.find()) {
        if (!patched.group(1).equals("/dev/null")) {
          paths.add(patched.group(1));
        }
      }
    }
    if (arguments.get("edits") instanceof JsonArray edits) {
      for (JsonValue edit : edits.elements()) {
        if (edit instanceof JsonObject one) {
          paths.addAll(paths(one));
        }
      }
    }
    return paths.isEmpty()
        ? new ToolUse.Unknown("the tool was not told which file")
        : new ToolUse.Files(paths.stream().map(path -> Touch.one(Access.WRITE, path)).toList());
  }

  private static List<String> paths(JsonObject arguments) {
    List<String> paths = new ArrayList<>();
    for (String key : PATHS) {
      switch (arguments.get(key)) {
        case JsonString(String path) -> paths.add(path);
        case JsonArray all ->
            all.elements()
                .forEach(each -> {
                  if (each instanceof JsonString(String path)) {
                    paths.add(path);
                  } else if (each instanceof JsonObject one) {
                    paths.addAll(paths(one));
                  }
                });
        case null, default -> {}
      }
    }
    return paths;
  }

  /** A folder may be listed where its files may be read; a pattern is one, in it. */
  private static ToolUse names(JsonObject arguments) {
    List<Touch> touches = new ArrayList<>();
    List<String> folders = paths(arguments);
    folders.forEach(path -> touches.add(Touch.one(Access.READ, path)));
    for (String key : List.of("pattern", "glob_pattern", "glob", "query")) {
      arguments
          .string(key)
          .ifPresent(pattern -> {
            for (String folder : folders.isEmpty() ? List.of("") : folders) {
              // The names are only as deep as they are spelled out.
              String fixed = pattern.replaceAll("(^|/)[^/]*[*?\\[{].*", "");
              touches.add(Touch.one(Access.READ, fixed.isEmpty() ? "." : fixed).within(folder));
            }
          });
    }
    return new ToolUse.Files(touches.isEmpty() ? List.of(Touch.one(Access.READ, ".")) : touches);
  }

  private static ToolUse search(JsonObject arguments) {
    List<String> folders = paths(withoutFilters(arguments));
    List<Touch> touches = new ArrayList<>();
    boolean others =
        arguments.string("glob").filter(g -> OTHER_KIND.matcher(g).matches()).isPresent()
            || arguments.string("include").filter(g -> OTHER_KIND.matcher(g).matches()).isPresent()
            || arguments
                .string("include_pattern")
                .filter(g -> OTHER_KIND.matcher(g).matches())
                .isPresent()
            || arguments.string("type").filter(t -> OTHER_TYPE.matcher(t).matches()).isPresent();
    for (String folder : folders.isEmpty() ? List.of(".") : folders) {
      touches.add(new Touch(Access.READ, folder, others ? Extent.ONE : Extent.TREE, false));
    }
    return new ToolUse.Files(touches);
  }

  private static JsonObject withoutFilters(JsonObject arguments) {
    return arguments.without("include").without("source").without("from").without("to");
  }

  private static ToolUse unknown(String tool, JsonObject arguments) {
    return mayName(arguments, 0)
        ? new ToolUse.Unknown(
            "what the tool " + tool + " does with the files it names is not known")
        : new ToolUse.Files(List.of());
  }

  /** Whether an argument may be a path: by its name, or because it names what has rules. */
  private static boolean mayName(JsonValue value, int depth) {
    if (depth > 8) {
      return true;
    }
    return switch (value) {
      case JsonString(String text) -> Mentions.anyIn(text) || text.startsWith("file:");
      case JsonArray array -> array.elements().stream().anyMatch(each -> mayName(each, depth + 1));
      case JsonObject object ->
          object.members().entrySet().stream()
              .anyMatch(member ->
                  member.getKey().matches("(?i).*(path|file|dir|folder|root|uri).*")
                      || mayName(member.getValue(), depth + 1));
      default -> false;
    };
  }
}
