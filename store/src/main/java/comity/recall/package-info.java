/**
 * {@code MemoryDesk} is where every door comes to for memory (MEM-4 to MEM-21): it opens, loads,
 * searches, writes and flushes for one actor. What may be is decided by {@link comity.memory.Gate};
 * what is kept of sessions lies under {@code memory/} of the home:
 *
 * <ul>
 *   <li>{@code sessions/HASH.json}, one memory session: {@code {"id","project","scope","room"?,
 *       "encoding","budget","spent","index_read","loaded":[{"file","priority","conventions":[…]}],
 *       "active_at","openings":[{"scope","room"?,"from","to"?}]}};
 *   <li>{@code receipts.jsonl}, what was given: {@link comity.memory.Receipt} with {@code session}
 *       and {@code project}.
 * </ul>
 */
@NullMarked
package comity.recall;

import org.jspecify.annotations.NullMarked;
