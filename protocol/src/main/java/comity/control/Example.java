package comity.control;

/** A file that uses every key; a test reads it, so that it cannot go stale. */
final class Example {
  static final String TOML =
      """
      [hub]
      port = 7420
      bind = "127.0.0.1"
      authorities = ["hub.example", "localhost:7420"]
      max_body = "16MiB"
      log_level = "info"
      log_json = false

      [hub.retention]
      messages = { age = "365d" }
      traces = { age = "90d", size = "10GiB" }
      logs = { size = "1GiB" }
      audit = { age = "730d" }

      [owner]
      user_id = "u-17"
      user_name = "Ada"
      organization = "Example Works"

      [device]
      device_id = "d-3"
      device_name = "bench"
      location = "office"
      platform = "linux"

      [rate_limits]
      per_key = "600/minute"
      per_address = "600/minute"
      loopback = "none"

      [outbox]
      first_retry = "2s"
      longest_retry = "10m"
      give_up_after = "3d"
      attempts = 500

      [memory]
      encoding = "cl100k"
      idle = "30m"
      rooms = ["!ops:example.org", "main"]

      [sessions]
      notify = "waiting"
      notify_every = "1m"
      webhook = "https://hooks.example/comity"
      keep_closed = "7d"

      # Answers with what it is sent.
      [agents.echo]
      runner = "echo"
      default = true
      access = { public = true, require_auth = false, allowed_agents = ["*"] }

      # Claude Code, each conversation in a session of its own.
      [agents."muse/build"]
      name = "Build"
      description = "Builds MUSE and says why it does not."
      runner = "command"
      command = ["claude", "-p", "--output-format", "json", "--session-id", "{session_id}"]
      resume = ["claude", "-p", "--output-format", "json", "--resume", "{session_id}"]
      session_id = "assigned"
      on_resume_failure = "new_session"
      reply = "/result"
      folder = "~/src/muse"
      environment = { DISABLE_AUTOUPDATER = "1" }
      concurrency = 2
      timeout = "20m"
      output_limit = "8MiB"
      on_interrupt = "retry"
      max_message_size = "10MiB"
      content_types = ["text", "code", "file"]
      tools = ["file_read", "shell"]

      [agents."muse/build".access]
      public = false
      require_auth = true
      allowed_agents = ["agent://hub.example/*", "agent://colleague.example/qa"]

      # A program that tells the id of its session itself.
      [agents.review]
      runner = "command"
      command = ["reviewer", "--json"]
      resume = ["reviewer", "--json", "--session={session_id}"]
      session_id = "/session/id"
      reply = "/answer"

      # Kept until the agent fetches it.
      [agents.post]
      runner = "inbox"
      content_types = ["text", "image", "code", "file", "x-invoice"]

      [[peers]]
      match = "agent://colleague.example/*"
      url = "https://colleague.example"
      key = "ck_0123456789abcdef0123456789abcdef"

      [[peers]]
      match = "agent://lab:7420/*"
      url = "http://192.168.1.20:7420/comity"
      allow_private = true
      """;

  private Example() {}
}
