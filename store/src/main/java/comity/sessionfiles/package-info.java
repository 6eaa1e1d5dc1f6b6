/**
 * {@link comity.sessionfiles.SessionFiles} keeps what sessions are, {@link
 * comity.sessionfiles.CaptureInbox} what their agents' hooks reported, and {@link
 * comity.sessionfiles.ProviderFiles} what is known of their makers.
 */
@NullMarked
package comity.sessionfiles;

import org.jspecify.annotations.NullMarked;
