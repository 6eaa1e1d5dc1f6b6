/** {@link comity.sessionfiles.CaptureInbox} keeps what hooks report until it is taken in. */
@NullMarked
package comity.sessionfiles;

import org.jspecify.annotations.NullMarked;
