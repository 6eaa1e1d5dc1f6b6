/**
 * {@link comity.guard.ToolCall} reads what a provider is about to do, as its hook before the use of
 * a tool tells it (ROLE-17), {@link comity.guard.ShellCommand} what a line of shell may touch, and
 * {@link comity.guard.Answer} says yes or no in the provider's own words.
 *
 * <p>Nothing here looks at the disk: it says which paths would be touched and how, and whoever asks
 * judges them. What can't be told is told as such, and is refused.
 */
@NullMarked
package comity.guard;

import org.jspecify.annotations.NullMarked;
