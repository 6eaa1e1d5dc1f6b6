/**
 * {@link comity.conformance.Report} says which statements the tests that ran have covered; the
 * tests beside it look at the whole: what depends on what, how the sources look, and the real
 * program from outside.
 */
@NullMarked
package comity.conformance;

import org.jspecify.annotations.NullMarked;
