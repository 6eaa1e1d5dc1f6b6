/**
 * {@link comity.cli.Main} answers one command line on standard streams and with an exit code.
 *
 * <p>{@code --version} and {@code --help} are answered from constants. For everything else {@link
 * comity.cli.Program} takes the global options out, loads the one command class that is named (see
 * {@link comity.cli.Catalogue}), lets picocli read its options, runs it and prints its {@link
 * comity.cli.Outcome}. picocli's types stay in this package.
 */
@NullMarked
package comity.cli;

import org.jspecify.annotations.NullMarked;
