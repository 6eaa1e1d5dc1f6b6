/**
 * {@link comity.search.MemorySearch} finds passages of memory by words and by meaning (MEM-21).
 * Each scope has an index of its own in a folder of its own, made from the Markdown files and
 * thrown away whenever it does not fit them.
 */
@NullMarked
package comity.search;

import org.jspecify.annotations.NullMarked;
