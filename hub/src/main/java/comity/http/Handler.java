package comity.http;

/** Answers the requests of a route. Runs on a virtual thread of its connection and may block. */
@FunctionalInterface
public interface Handler {
  /** Anything thrown is answered 500 and logged; an interrupt means that the server stops. */
  Answer handle(Request request) throws Exception;
}
