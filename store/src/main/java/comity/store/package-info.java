/**
 * {@link comity.store.Store} keeps conversations, runs, the outbox, traces and keys of one home.
 *
 * <p>On disk: {@code hub.db}, an SQLite file whose tables are in the numbered migrations beside
 * this package, and {@code journal/}, the log of messages that are accepted but not yet in the
 * database ({@code Segment} describes its bytes). {@code meta.journal_applied} is the number of the
 * last entry of the log that the database holds; it changes in the transaction that brings the
 * entry in.
 */
@NullMarked
package comity.store;

import org.jspecify.annotations.NullMarked;
