@org.jspecify.annotations.NullMarked
package comity.messages;
