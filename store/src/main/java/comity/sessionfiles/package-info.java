/** {@link comity.sessionfiles.ProviderFiles} reads which makers of agents are known. */
@NullMarked
package comity.sessionfiles;

import org.jspecify.annotations.NullMarked;
