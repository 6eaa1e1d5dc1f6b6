package comity.sessions;

import comity.json.Json;
import comity.json.JsonString;
import java.util.Set;

/**
 * The module of JavaScript through which an agent tells Comity what happens, where its program
 * takes modules and no commands: Pi, OpenCode and Amp. One report is started after another, so that
 * they arrive in their order, and none outside of a session.
 */
public final class HookModule {
  /** In the first line of every such module; a file without it is not Comity's to change. */
  public static final String MARK = "// Made by comity hooks setup";

  private static final String HEAD =
      MARK
          + """
           or by a start of the agent by Comity; it is written anew, so changes are lost.
          import { spawn } from "node:child_process";

          const launcher = %s;
          const provider = %s;
          const queue = [];
          const waiting = [];
          let running = false;
          let session;

          function next() {
            const report = queue.shift();
            running = report !== undefined;
            if (!running) {
              for (const done of waiting.splice(0)) done();
              return;
            }
            const ids = ["--process-id", String(process.pid), "--parent-process-id", String(process.ppid)];
            const capture = spawn(launcher, ["hook", "capture", "--provider", provider, ...ids], {
              stdio: ["pipe", "ignore", "ignore"],
            });
            let ended = false;
            const end = () => {
              if (!ended) {
                ended = true;
                next();
              }
            };
            capture.on("error", end);
            capture.on("close", end);
            capture.stdin.on("error", () => {});
            capture.stdin.end(JSON.stringify(report));
          }

          function send(report) {
            // Past this the launcher hangs, and an agent must not grow with what it can't tell.
            if (!process.env.MUSTER_AGENT_SESSION_ID || queue.length >= 100) return;
            queue.push(report);
            if (!running) next();
          }

          function started(id) {
            if (!id || id === session) return;
            session = id;
            send({ version: 1, event: "session_started", session_id: id });
          }

          function happened(name, id) {
            if (id) send({ hook_event_name: name, session_id: id });
          }

          // A program that ends at once would take the last reports with it.
          function told() {
            if (!running) return undefined;
            return new Promise((done) => {
              waiting.push(done);
              setTimeout(done, 2000).unref();
            });
          }

          """;

  /** Pi 1.6.0: each handler gets the event and a context, which knows the session. */
  private static final String PI =
      """
      export default function (pi) {
        const id = (context) => context.sessionManager?.getSessionId?.();
        const tell = (event, name) =>
          pi.on(event, async (_event, context) => {
            started(id(context));
            happened(name, id(context));
          });
        for (const event of ["session_start", "session_switch", "session_fork"]) {
          pi.on(event, async (_event, context) => started(id(context)));
        }
        tell("agent_start", "UserPromptSubmit");
        tell("agent_end", "Stop");
        pi.on("before_agent_start", async (event, context) => {
          await remember("UserPromptSubmit", id(context), { prompt: String(event.prompt ?? "") });
        });
        pi.on("tool_call", async (event, context) => {
          started(id(context));
          happened("PreToolUse", id(context));
          const why = await refusal({
            toolName: event.toolName,
            input: event.input,
            cwd: context.cwd,
            sessionId: id(context),
          });
          return why === undefined ? undefined : { block: true, reason: why };
        });
        pi.on("session_before_compact", async (_event, context) => {
          started(id(context));
          happened("PreCompact", id(context));
          await remember("PreCompact", id(context));
        });
        pi.on("session_shutdown", async (_event, context) => {
          happened("SessionEnd", id(context));
          await remember("SessionEnd", id(context));
          await told();
        });
      }
      """;

  /** OpenCode 1.18.33: sessions of sub-agents have a parent, and are not the pane's. */
  private static final String OPENCODE =
      """
      export const Comity = async ({ directory }) => {
        const children = new Set();
        const mine = (id) => id && !children.has(id);
        // It says more than once in a turn that it is busy.
        const last = new Map();
        const changed = (id, status) => {
          if (last.get(id) === status) return false;
          last.set(id, status);
          return true;
        };
        return {
          event: async ({ event }) => {
            const about = event.properties ?? {};
            const id = about.sessionID ?? about.info?.id;
            switch (event.type) {
              case "session.created":
                if (about.info?.parentID) children.add(id);
                else started(id);
                break;
              case "session.status":
                if (!mine(id)) break;
                started(id);
                if (!changed(id, about.status?.type)) break;
                if (about.status?.type === "busy") happened("UserPromptSubmit", id);
                if (about.status?.type === "idle") happened("Stop", id);
                break;
              case "permission.asked":
              case "permission.updated":
                if (mine(id)) happened("PermissionRequest", id);
                break;
            }
          },
          // What sub-agents do is guarded as well.
          "tool.execute.before": async (input, output) => {
            if (mine(input.sessionID)) happened("PreToolUse", input.sessionID);
            const why = await refusal({
              tool: input.tool,
              sessionID: input.sessionID,
              args: output?.args,
              cwd: directory,
            });
            if (why !== undefined) throw new Error(why);
          },
          "chat.message": async (input, output) => {
            if (!mine(input.sessionID)) return;
            const said = (output?.parts ?? []).filter((part) => part.type === "text");
            const prompt = said.map((part) => part.text).join("\\n");
            await remember("UserPromptSubmit", input.sessionID, { prompt });
          },
          "experimental.session.compacting": async (input) => {
            if (!mine(input.sessionID)) return;
            happened("PreCompact", input.sessionID);
            await remember("PreCompact", input.sessionID);
          },
        };
      };
      """;

  /** Amp, from its documentation: the thread is in the event or in the context. */
  private static final String AMP =
      """
      export default function (amp) {
        const id = (event, context) => event?.thread?.id ?? context?.thread?.id;
        const tell = (event, name) =>
          amp.on(event, async (about, context) => {
            started(id(about, context));
            happened(name, id(about, context));
          });
        amp.on("session.start", async (about, context) => started(id(about, context)));
        tell("agent.start", "UserPromptSubmit");
        tell("agent.end", "Stop");
      }
      """;

  private HookModule() {}

  /**
   * The text of the module in a file, which does what the session needs.
   *
   * @param kind one of those that take modules
   */
  public static String text(Provider.HookFile.Kind kind, String provider, String launcher) {
    return text(
        kind,
        provider,
        launcher,
        "Boolean(process.env." + SessionEnvironment.GUARD + ")",
        "process.env." + SessionEnvironment.MEMORY + " === provider");
  }

  /** The text of the module that comes with the start of Pi. */
  static String withStart(String provider, String launcher, Set<HookDuty> duties) {
    return text(
        Provider.HookFile.Kind.PI,
        provider,
        launcher,
        String.valueOf(duties.contains(HookDuty.GUARD)),
        String.valueOf(duties.contains(HookDuty.MEMORY)));
  }

  private static String text(
      Provider.HookFile.Kind kind,
      String provider,
      String launcher,
      String guarded,
      String remembered) {
    String body =
        switch (kind) {
          case PI -> PI;
          case OPENCODE -> OPENCODE;
          case AMP -> AMP;
          case CLAUDE, CODEX, GEMINI, QWEN, COPILOT, CURSOR, KIMI ->
              throw new IllegalArgumentException(kind + " takes no module");
        };
    String asking =
        ProviderHooks.form(kind).map(form -> asking(guarded, remembered, form.word())).orElse("");
    return HEAD.formatted(quoted(launcher), quoted(provider)) + asking + body;
  }

  /** For programs whose tools can be kept from running: asks, and tells memory. */
  private static String asking(String guarded, String remembered, String form) {
    return """
    const guarded = %s;
    const remembered = %s;
    const form = %s;

    // Runs the launcher with one JSON on its standard input; gives how it ended.
    function run(words, input, seconds) {
      return new Promise((done) => {
        let out = "";
        let err = "";
        const end = (code) => {
          clearTimeout(late);
          done({ code, out: out.trim(), err: err.trim() });
        };
        const child = spawn(launcher, words, { stdio: ["pipe", "pipe", "pipe"] });
        const late = setTimeout(() => {
          child.kill("SIGKILL");
          end(-1);
        }, 1000 * seconds);
        child.stdout.on("data", (text) => (out += text));
        child.stderr.on("data", (text) => (err += text));
        child.on("error", () => end(-1));
        child.on("close", (code) => end(code));
        child.stdin.on("error", () => {});
        child.stdin.end(JSON.stringify(input));
      });
    }

    // Why a tool may not be used; undefined where nothing is against it.
    async function refusal(call) {
      if (!guarded) return undefined;
      const { code, out, err } = await run(["hook", "guard", "--provider", form], call, %d);
      const failed = %s;
      if (code !== 0) return err || failed;
      if (out === "") return undefined;
      try {
        const answer = JSON.parse(out);
        return answer.block === true ? String(answer.reason || failed) : failed;
      } catch {
        return failed;
      }
    }

    // Tells memory of what it does something about, and waits until it has.
    async function remember(name, id, more) {
      if (!remembered || !id) return;
      await run(["hook", "event"], { hook_event_name: name, session_id: id, ...more }, %d);
    }

    """
        .formatted(
            guarded,
            remembered,
            quoted(form),
            HookDuty.GUARD.patience(),
            quoted(HookCommand.NOT_RUN),
            HookDuty.MEMORY.patience());
  }

  private static String quoted(String text) {
    return Json.text(new JsonString(text));
  }
}
