/**
 * {@link comity.json.Json} reads and writes JSON without losing a byte: what was not changed is
 * written as it came.
 *
 * <p>Strict RFC 8259 in UTF-8. Refused: duplicate keys, trailing bytes, a byte order mark, lone
 * surrogates, nesting over {@link comity.json.Json#MAX_DEPTH}. Jackson's tokenizer does the
 * reading; none of its types leaves this package.
 */
@NullMarked
package comity.json;

import org.jspecify.annotations.NullMarked;
