package comity.mcp;

import comity.json.JsonObject;

/**
 * What a client may tell its user about a tool before it is called.
 *
 * @param readOnlyHint it changes nothing
 * @param destructiveHint it may take something away
 * @param idempotentHint the same call again changes nothing more
 * @param openWorldHint it reaches beyond what this server keeps
 */
public record ToolAnnotations(
    boolean readOnlyHint, boolean destructiveHint, boolean idempotentHint, boolean openWorldHint) {

  /** Of a tool that only reads what this server keeps. */
  public static final ToolAnnotations READS = new ToolAnnotations(true, false, true, false);

  /** Of a tool that adds to what this server keeps. */
  public static final ToolAnnotations ADDS = new ToolAnnotations(false, false, false, false);

  /** As it is sent. */
  public JsonObject toJson() {
    return JsonObject.empty()
        .with("readOnlyHint", readOnlyHint)
        .with("destructiveHint", destructiveHint)
        .with("idempotentHint", idempotentHint)
        .with("openWorldHint", openWorldHint);
  }
}
