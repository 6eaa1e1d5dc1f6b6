/**
 * What messages, sessions, roles and memory mean; needs nothing but readers of JSON and Markdown,
 * and a tokenizer.
 */
module comity.protocol {
  requires jtokkit;
  requires org.commonmark;
  requires tools.jackson.core;
  requires static transitive org.jspecify;

  exports comity.control;
  exports comity.guard;
  exports comity.json;
  exports comity.mcp;
  exports comity.memory;
  exports comity.messages;
  exports comity.roles;
  exports comity.terminal;
}
