/**
 * {@link comity.recall.MemoryDesk} is where every door comes to for memory (MEM-4 to MEM-21): it
 * opens, loads, searches, writes and flushes for one actor. What may be is decided by {@link
 * comity.memory.Gate}; what is kept of sessions lies under {@code recall/} of the home:
 *
 * <ul>
 *   <li>{@code session-HASH.jsonl}, one memory session, whose last line counts: {@code
 *       {"id","project","active_at","agent"?:{"process","server"},"flushed_at"?,
 *       "gate"?:{"group"?,"room"?,"encoding","budget","spent","index_read",
 *       "loaded":[{"file","priority","conventions":[…]}]},
 *       "openings":[{"group"?,"room"?,"from","to"?}],"transcripts":{PATH:TURN}}}; without {@code
 *       group} it is main's;
 *   <li>{@code known-since}, a time: what was open in sessions before is not known;
 *   <li>{@code receipts.jsonl}, what was given: {@link comity.memory.Receipt} with {@code session}
 *       and {@code project}; a line that a killed process left half is passed over;
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
