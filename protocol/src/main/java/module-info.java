/**
 * What messages, sessions, roles and memory mean; needs nothing but readers of JSON and Markdown.
 */
module comity.protocol {
  requires org.commonmark;
  requires tools.jackson.core;
  requires static transitive org.jspecify;

  exports comity.control;
  exports comity.guard;
  exports comity.json;
  exports comity.mcp;
  exports comity.messages;
  exports comity.roles;
}
