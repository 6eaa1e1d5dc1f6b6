package comity.sessions;

import comity.json.Json;
import comity.json.JsonString;

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
        tell("tool_call", "PreToolUse");
        tell("session_before_compact", "PreCompact");
        tell("agent_end", "Stop");
        pi.on("session_shutdown", async (_event, context) => {
          happened("SessionEnd", id(context));
          await told();
        });
      }
      """;

  /** OpenCode 1.18.33: sessions of sub-agents have a parent, and are not the pane's. */
  private static final String OPENCODE =
      """
      export const Comity = async () => {
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
          "tool.execute.before": async (input) => {
            if (mine(input.sessionID)) happened("PreToolUse", input.sessionID);
          },
          "experimental.session.compacting": async (input) => {
            if (mine(input.sessionID)) happened("PreCompact", input.sessionID);
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
   * The text of the module.
   *
   * @param kind one of those that take modules
   */
  public static String text(Provider.HookFile.Kind kind, String provider, String launcher) {
    String body =
        switch (kind) {
          case PI -> PI;
          case OPENCODE -> OPENCODE;
          case AMP -> AMP;
          case CLAUDE, CODEX, GEMINI, QWEN, COPILOT, CURSOR, KIMI ->
              throw new IllegalArgumentException(kind + " takes no module");
        };
    return HEAD.formatted(quoted(launcher), quoted(provider)) + body;
  }

  private static String quoted(String text) {
    return Json.text(new JsonString(text));
  }
}
