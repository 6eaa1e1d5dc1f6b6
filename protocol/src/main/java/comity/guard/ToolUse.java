package comity.guard;

import java.util.List;
import java.util.Optional;

/** What the use of a tool touches. */
public sealed interface ToolUse {
  /** These files, and no others. */
  record Files(List<Touch> touches) implements ToolUse {
    public Files {
      touches = List.copyOf(touches);
    }
  }

  /**
   * What a shell does with this line.
   *
   * @param folder in which it does; empty for the one of the call
   */
  record Shell(String line, Optional<String> folder) implements ToolUse {}

  /** It can't be told; {@code why} is for a person. */
  record Unknown(String why) implements ToolUse {}

  /** What this call touches. */
  static ToolUse of(ToolCall call) {
    return Tools.use(call.tool(), call.arguments());
  }
}
