/**
 * {@link comity.messages.Envelope} is what agents send one another; around it stand content, cards,
 * conversations and delivery (MAMP).
 */
@NullMarked
package comity.messages;

import org.jspecify.annotations.NullMarked;
