@org.jspecify.annotations.NullMarked
package comity.json;
