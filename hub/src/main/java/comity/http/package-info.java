/**
 * {@link comity.http.HttpServer} answers requests and {@link comity.http.Outgoing} makes them; both
 * are bounded in time and memory whatever the other end does. The protocol is read and written by
 * libraries: Helidon's server and Apache's client, whose types stay in this package.
 *
 * <p>How a request goes: Helidon accepts a connection, {@code HttpServer} counts it, and {@code
 * Connection} stands between Helidon and its socket, so that each wait for the client has a
 * deadline, which {@code Watchdog} enforces from outside. {@code Exchange} takes the request that
 * Helidon has read to {@code Gate}, which finds the route and refuses what no handler should see;
 * the handler blocks as it likes. Every error, whoever makes it, is the JSON object of MSG-15.
 */
@NullMarked
package comity.http;

import org.jspecify.annotations.NullMarked;
