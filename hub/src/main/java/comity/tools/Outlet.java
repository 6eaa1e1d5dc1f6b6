package comity.tools;

import comity.mcp.Message;

/** Where messages to the client go. */
interface Outlet {
  /** Sends it, or drops it where nobody takes it. */
  void send(Message message);

  /** Whether a request of ours would reach the client. */
  boolean takesRequests();
}
