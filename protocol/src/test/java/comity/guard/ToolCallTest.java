package comity.guard;

import static org.assertj.core.api.Assertions.assertThat;

import comity.roles.Isolation.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolCallTest {
  private static String read(String payload, Optional<Provider> told) {
    byte[] bytes = payload.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return switch (ToolCall.read(bytes, told)) {
      case ToolCall.Reading.Malformed(Optional<Provider> provider, String why) ->
          provider.map(Provider::word).orElse("-") + " malformed";
      case ToolCall.Reading.Read(ToolCall call) -> call.provider().word() + " " + use(call);
    };
  }

  private static String use(ToolCall call) {
    return switch (ToolUse.of(call)) {
      case ToolUse.Files(var touches) ->
          touches.stream()
              .map(t -> t.access() + " " + t.path() + " " + t.extent())
              .collect(Collectors.joining(", "));
      case ToolUse.Shell(String line, Optional<String> folder) ->
          "shell " + line + folder.map(f -> " in " + f).orElse("");
      case ToolUse.Unknown _ -> "unknown";
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'hook_event_name':'PreToolUse','tool_name':'Read','tool_input':{'file_path':'a'}} | claude READ a ONE",
        "{'tool_name':'Edit','tool_input':{'file_path':'a','old_string':'x'}} | claude WRITE a ONE",
        "{'tool_name':'NotebookEdit','tool_input':{'notebook_path':'a'}} | claude WRITE a ONE",
        "{'tool_name':'Grep','tool_input':{'pattern':'x'}} | claude READ . TREE",
        "{'tool_name':'Grep','tool_input':{'pattern':'x','glob':'*.java'}} | claude READ . ONE",
        "{'tool_name':'Grep','tool_input':{'pattern':'x','glob':'*.md','path':'src'}} | claude READ src TREE",
        "{'tool_name':'Glob','tool_input':{'pattern':'.muse/*.md'}} | claude READ .muse ONE",
        "{'tool_name':'LS','tool_input':{'path':'.muse'}} | claude READ .muse ONE",
        "{'tool_name':'Bash','tool_input':{'command':'ls'}} | claude shell ls",
        "{'tool_name':'TodoWrite','tool_input':{'todos':[]}} | claude ",
        "{'tool_name':'WebFetch','tool_input':{'url':'FILE:///p/.muse/qa.md'}} | claude READ FILE:///p/.muse/qa.md ONE",
        "{'tool_name':'WebFetch','tool_input':{'url':'https://x/'}} | claude ",
        "{'tool_name':'mcp__fs__read','tool_input':{'path':'a'}} | claude unknown",
        "{'tool_name':'mcp__web__get','tool_input':{'query':'a'}} | claude ",
        "{'tool_name':'mcp__x__run','tool_input':{'q':'cat .muse/qa.md'}} | claude unknown",
        "{'tool_name':'mcp__comity__muse_get_role','tool_input':{'path':'a'}} | claude ",
        "{'turn_id':'1','tool_name':'Bash','tool_input':{'command':['cat','a b']}} | codex shell 'cat' 'a b' ",
        "{'turn_id':'1','tool_name':'apply_patch','tool_input':{'command':'*** Begin Patch\\n*** Update File: a.c\\n*** Move to: b.c\\n*** End Patch'}} | codex WRITE a.c ONE, WRITE b.c ONE",
        "{'hook_event_name':'BeforeTool','tool_name':'replace','tool_input':{'file_path':'a'}} | gemini WRITE a ONE",
        "{'hook_event_name':'BeforeTool','tool_name':'read_many_files','tool_input':{'include':['*.md']}} | gemini READ *.md PATTERN",
        "{'hook_event_name':'BeforeTool','tool_name':'run_shell_command','tool_input':{'command':'ls','dir_path':'src'}} | gemini shell ls in src",
        "{'toolName':'view','toolArgs':{'path':'a'},'cwd':'/p'} | copilot READ a ONE",
        "{'cursor_version':'2','hook_event_name':'beforeShellExecution','command':'ls','cwd':'/p'} | cursor shell ls in /p",
        "{'cursor_version':'2','hook_event_name':'beforeReadFile','file_path':'a','content':'x'} | cursor READ a ONE",
        "{'tool':'write','args':{'filePath':'a'}} | opencode WRITE a ONE",
        "{'toolName':'edit','toolCallId':'1','input':{'path':'a'}} | pi WRITE a ONE",
        "{'tool_name':'Read','tool_input':{}} | claude unknown",
        "{'tool_name':'Read','tool_input':7} | claude malformed",
        "{'tool_input':{}} | claude malformed",
        "[] | - malformed",
        "garbage | - malformed"
      })
  @Tag("ROLE-17")
  void eachProvidersPayloadIsRead(String payload, String call) {
    String wanted = call == null ? "" : call.strip();
    assertThat(read(payload.strip(), Optional.empty()).strip()).isEqualTo(wanted);
  }

  @Test
  void argumentsGivenAsTextAreRead() {
    String payload = "{\"toolName\":\"view\",\"toolArgs\":\"{\\\"path\\\":\\\"a\\\"}\"}";
    byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
    assertThat(ToolCall.read(bytes, Optional.empty()))
        .isInstanceOfSatisfying(
            ToolCall.Reading.Read.class,
            read -> assertThat(use(read.call())).isEqualTo("READ a ONE"));
  }

  @Test
  @Tag("ROLE-17")
  void eachProviderIsAnsweredInItsOwnForm() {
    Verdict.Refused refused = new Verdict.Refused("sources", "no", "ask");
    String reason = "[sources] no. ask.";
    for (Provider provider : Provider.values()) {
      assertThat(Answer.denied(provider, refused))
          .isEqualTo(
              switch (provider) {
                case CLAUDE, CODEX, QWEN -> new Answer("", reason, 2);
                case GEMINI -> new Answer(reason, "", 2);
                case COPILOT ->
                    new Answer(
                        "{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\""
                            + reason
                            + "\"}",
                        "",
                        0);
                case CURSOR ->
                    new Answer(
                        "{\"permission\":\"deny\",\"user_message\":\""
                            + reason
                            + "\",\"agent_message\":\""
                            + reason
                            + "\"}",
                        reason,
                        2);
                case OPENCODE, PI ->
                    new Answer("{\"block\":true,\"reason\":\"" + reason + "\"}", "", 0);
              });
      assertThat(Answer.allowed(provider).code()).isZero();
      assertThat(Answer.allowed(provider).out()).doesNotContain("deny").doesNotContain("block");
      Answer failed = Answer.failed(Optional.of(provider), "it broke");
      assertThat(failed.error() + failed.out()).contains("it broke");
      assertThat(failed.code() == 2 || failed.out().contains("deny")).isTrue();
      assertThat(failed.code()).isEqualTo(provider == Provider.COPILOT ? 0 : 2);
    }
    assertThat(Answer.failed(Optional.empty(), "x").code()).isEqualTo(2);
  }
}
