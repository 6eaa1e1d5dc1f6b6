/**
 * {@link comity.recall.MemoryDesk} is where every door comes to for memory (MEM-4 to MEM-21): it
 * opens, loads, searches, writes and flushes for one actor. What may be is decided by {@link
 * comity.memory.Gate}; what is kept of sessions lies under {@code memory/} of the home:
 *
 * <ul>
 *   <li>{@code sessions/HASH.json}, one memory session: {@code {"id","project","scope","room"?,
 *       "encoding","budget","spent","index_read","loaded":[{"file","priority","conventions":[…]}],
 *       "active_at","openings":[{"scope","room"?,"from","to"?}]}};
 *   <li>{@code receipts.jsonl}, what was given: {@link comity.memory.Receipt} with {@code session}
 *       and {@code project};
 *   <li>{@code pending-HASH.json}, what waits to be written into a group's memory: {@code
 *       {"project","scope","items":[{"kind","text","at","session"?,"message"?}]}}, there only until
 *       a flush has written it. What waits for main is in {@code memory/flush-state.json} of the
 *       project: {@link comity.memory.FlushState}.
 * </ul>
 *
 * <p>{@code run/flush.lock} is held through a flush; {@code run/roles.lock} while a file changes.
 */
@NullMarked
package comity.recall;

import org.jspecify.annotations.NullMarked;
