/**
 * {@link comity.http.HttpServer} answers requests and {@link comity.http.Outgoing} makes them; both
 * are bounded in time and memory whatever the other end does. The protocol is read and written by
 * libraries: Helidon's server and Apache's client, whose types stay in this package.
 *
 * <p>How a request goes: {@code HttpServer} accepts a connection and counts it; {@code Connection}
 * has a virtual thread on which Helidon speaks HTTP/1.1 ({@code Engine}) over {@code Wire}, whose
 * waits for the client have deadlines that {@code Watchdog} enforces from outside. {@code Exchange}
 * takes the request that Helidon has read to {@code Gate}, which finds the route and refuses what
 * no handler should see; the handler blocks as it likes. Every error, whoever makes it, is the JSON
 * object of MSG-15.
 */
@NullMarked
package comity.http;

import org.jspecify.annotations.NullMarked;
