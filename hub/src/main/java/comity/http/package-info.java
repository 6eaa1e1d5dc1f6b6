/**
 * {@link comity.http.HttpServer} answers requests and {@link comity.http.Outgoing} makes them; both
 * speak HTTP/1.1 with anyone at all and are bounded in time and memory whatever the other end does.
 *
 * <p>How a request goes: the listener's thread accepts a connection, a virtual thread of its own
 * runs {@code Connection}: {@code Input} collects bytes, {@code RequestHead} reads them, {@code
 * Gate} finds the route and refuses what no handler should see, the handler blocks as it likes, and
 * {@code Output} writes the answer. Each wait for the client has a deadline that {@code Watchdog}
 * enforces from outside. Every error, whoever makes it, is the JSON object of MSG-15.
 */
@NullMarked
package comity.http;

import org.jspecify.annotations.NullMarked;
