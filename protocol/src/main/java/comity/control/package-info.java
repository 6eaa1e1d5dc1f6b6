/**
 * {@link comity.control.Configuration} is what the owner of a home decided, checked and typed.
 *
 * <p>One list of keys, in {@code Schema} and the classes named {@code …Keys}, is where the check,
 * the defaults and {@code docs/configuration.md} come from. The file is read elsewhere and handed
 * in as a tree of {@link comity.control.ConfigValue}s with positions; every fault is found in one
 * go.
 */
@NullMarked
package comity.control;

import org.jspecify.annotations.NullMarked;
