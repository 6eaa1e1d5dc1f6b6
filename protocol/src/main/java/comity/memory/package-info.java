/**
 * {@link comity.memory.Gate} holds what a memory session may load (MEM-1 to MEM-20): the index
 * first, then one file by routing, within ceilings and a budget of tokens, and never from another
 * group. What is written to memory is decided here too: which lines an entry adds, what is a
 * secret, what of a transcript is kept.
 */
@NullMarked
package comity.memory;

import org.jspecify.annotations.NullMarked;
