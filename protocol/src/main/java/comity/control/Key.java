package comity.control;

import java.util.Optional;

/**
 * One key: the single place that says what it may be, what it is when absent and what it is for.
 *
 * @param standard the value when absent, where there is one
 * @param absent in words, what it means when absent and there is no standard; empty where the key
 *     is required
 * @param doc one sentence of Markdown
 */
record Key<T>(String name, Kind<T> kind, Optional<T> standard, String absent, String doc) {

  static <T> Key<T> of(String name, Kind<T> kind, T standard, String doc) {
    return new Key<>(name, kind, Optional.of(standard), "", doc);
  }

  static <T> Key<T> optional(String name, Kind<T> kind, String absent, String doc) {
    return new Key<>(name, kind, Optional.empty(), absent, doc);
  }

  static <T> Key<T> required(String name, Kind<T> kind, String doc) {
    return new Key<>(name, kind, Optional.empty(), "", doc);
  }

  boolean isRequired() {
    return standard.isEmpty() && absent.isEmpty();
  }

  /** What it is when absent, as the reference prints it. */
  String standardText() {
    if (isRequired()) {
      return "*required*";
    }
    return absent.isEmpty() ? "`" + kind.shown().apply(standard.orElseThrow()) + "`" : absent;
  }
}
