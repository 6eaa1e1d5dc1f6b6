package comity.tools;

import comity.http.Request;
import comity.json.JsonObject;
import comity.mcp.Message;
import comity.mcp.MirroredHeader;
import comity.mcp.RequestMeta;
import comity.mcp.Revision;
import comity.mcp.RpcError;
import java.util.Optional;

/** What the headers of a stateless request must say: the same as its body. */
final class StatelessHeaders {
  static final String VERSION = "MCP-Protocol-Version";
  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";

  private StatelessHeaders() {}

  /**
   * Whether this is a request of a stateless revision, by its header or its body; one of a revision
   * that is not known counts as such, since only they can be told so.
   */
  static boolean apply(Request request, JsonObject params) {
    return Dialogue.isStateless(params)
        || request
            .header(VERSION)
            .filter(text -> Revision.of(text).map(Revision::isStateless).orElse(true))
            .isPresent();
  }

  /** Why the request is refused before anyone looks at what it asks. */
  static Optional<RpcError> fault(Request request, Message.Request asked) {
    Optional<String> header = request.header(VERSION);
    if (header.isPresent()
        && Revision.of(header.get()).isEmpty()
        && !RequestMeta.isIn(asked.params())) {
      return Optional.of(RpcError.unsupportedVersion(header.get()));
    }
    return switch (RequestMeta.read(asked.params())) {
      case RequestMeta.Reading.Refused(RpcError error) -> Optional.of(error);
      case RequestMeta.Reading.Read(RequestMeta meta) -> {
        if (!header.equals(Optional.of(meta.version()))) {
          yield mismatch(VERSION, header, meta.version());
        }
        if (Revision.of(meta.version()).filter(Revision::isStateless).isEmpty()) {
          yield Optional.of(RpcError.unsupportedVersion(meta.version()));
        }
        Optional<String> method = request.header(METHOD);
        if (!method.equals(Optional.of(asked.method()))) {
          yield mismatch(METHOD, method, asked.method());
        }
        yield name(request, asked);
      }
    };
  }

  private static Optional<RpcError> name(Request request, Message.Request asked) {
    Optional<String> wanted = MirroredHeader.name(asked.method(), asked.params());
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> shown = request.header(NAME);
    return shown.flatMap(MirroredHeader::decode).equals(wanted)
        ? Optional.empty()
        : mismatch(NAME, shown, wanted.get());
  }

  private static Optional<RpcError> mismatch(String name, Optional<String> shown, String wanted) {
    return Optional.of(
        RpcError.of(
            RpcError.HEADER_MISMATCH,
            shown
                .map(value -> "The header " + name + " says " + value + ", the body " + wanted)
                .orElse("The header " + name + " is missing; the body says " + wanted)));
  }
}
