package comity.json;

/** The bytes a value was read from: {@code from} inclusive, {@code to} exclusive. */
record Source(byte[] bytes, int from, int to) {}
