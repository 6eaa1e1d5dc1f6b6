/**
 * {@link comity.terminal.Parser} parts what a program writes to its terminal; {@link
 * comity.terminal.Signals} reads out of it what the program says of itself (SES-13, SES-23): that
 * it works, waits or wants to be looked at, and what it asks the terminal; {@link
 * comity.terminal.Screen} knows what it shows (SES-10), and {@link comity.terminal.Answers} what to
 * answer while nobody looks (SES-24).
 */
@NullMarked
package comity.terminal;

import org.jspecify.annotations.NullMarked;
