package comity.control;

import comity.messages.AgentPattern;
import java.util.List;

/** The keys of {@code [[peers]]}. */
final class PeerKeys {
  static final Key<AgentPattern> MATCH =
      Key.required(
          "match",
          Words.someonesPattern(),
          "The agents that are reached there; the first entry that covers an address is used.");
  static final Key<String> URL =
      Key.required("url", Words.url(), "The base URL of their hub, before `/mamp/v1`.");
  static final Key<Secret> KEY =
      Key.optional(
          "key",
          Words.key(),
          "none is sent",
          "Sent as `Authorization: Bearer`; their hub made it.");
  static final Key<Boolean> ALLOW_PRIVATE =
      Key.optional(
          "allow_private",
          Kinds.truth(),
          "`true` where the URL has a loopback or private address or `localhost`, else `false`",
          "Whether its host may be on loopback or in a private network.");

  static final Section<Peer> PEER =
      new Section<>(
          "[[peers]]",
          "Another hub. Outgoing requests reach loopback and private networks only where an entry"
              + " allows the host.",
          List.of(MATCH, URL, KEY, ALLOW_PRIVATE),
          _ -> {},
          v ->
              new Peer(
                  v.get(MATCH),
                  v.get(URL),
                  v.find(KEY),
                  v.find(ALLOW_PRIVATE).orElse(Words.isPrivate(v.get(URL)))));

  static final Key<List<Peer>> PEERS =
      Key.optional(
          "peers",
          Kinds.list(Kinds.table(PEER), 0, 1000, "each address is compared with them"),
          "none",
          "See `[[peers]]`.");

  private PeerKeys() {}
}
