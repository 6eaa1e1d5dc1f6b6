package comity.control;

/** Prints the reference of all keys from the schema that checks them. */
final class Reference {
  private Reference() {}

  static String markdown() {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        # Configuration

        <!-- Printed from the schema that checks the file; do not edit. -->

        `config.toml` in Comity's home (`COMITY_HOME`, `~/.comity` by default) says what the hub does. It is
        [TOML 1.0](https://toml.io/en/v1.0.0), UTF-8, at most 256 KiB. No key is required: without the file the hub
        listens on `127.0.0.1:7420` with one agent, `echo`.

        The file is checked as a whole. What is wrong is told as `config.toml:LINE:COLUMN: key message`, all of it at
        once; an unknown key is an error that names the nearest known one. A running hub notices that the file
        changed and takes it over once it is right; a wrong file leaves what is in force as it is.

        | kind | written |
        | --- | --- |
        | duration | a number with `ms`, `s`, `m`, `h`, `d` or `w`: `"30s"`, `"10m"`, `"3d"` |
        | size | bytes as a number, or with `B`, `kB`, `KiB`, `MB`, `MiB`, `GB`, `GiB`, `TB`, `TiB`: `"16MiB"` |
        | rate | `"600/minute"`; also `second`, `hour`, `day`; `"none"` is without limit |
        | pattern | `"agent://hub.example/*"`: `*` stands for anything within the agent-id, never for an authority |
        """);
    for (Section<?> section : Schema.SECTIONS) {
      section(section, out);
    }
    out.append("\n## A complete example\n\n```toml\n").append(Example.TOML).append("```\n");
    return out.toString();
  }

  private static void section(Section<?> section, StringBuilder out) {
    out.append("\n## `").append(section.heading()).append("`\n\n");
    out.append(section.doc()).append("\n\n");
    out.append("| key | takes | default | what it is for |\n| --- | --- | --- | --- |\n");
    for (Key<?> key : section.keys()) {
      out.append("| `").append(key.name()).append("` | ").append(key.kind().name());
      if (!key.kind().limits().isEmpty()) {
        out.append(": ").append(key.kind().limits());
      }
      out.append(" | ").append(key.standardText()).append(" | ").append(key.doc());
      out.append(" |\n");
    }
  }
}
