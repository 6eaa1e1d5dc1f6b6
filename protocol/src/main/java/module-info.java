/** What messages, sessions, roles and memory mean; needs nothing but a JSON reader. */
module comity.protocol {
  requires tools.jackson.core;
  requires static transitive org.jspecify;

  exports comity.control;
  exports comity.json;
  exports comity.messages;
}
