package comity.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The words of the command line, as the completion scripts ask for them. */
record Words(List<Manual> manuals) {
  Words {
    manuals = List.copyOf(manuals);
  }

  /** What may come first. */
  List<String> first() {
    return manuals.stream().map(each -> each.words().split(" ", 2)[0]).distinct().toList();
  }

  /** The commands of two words that begin with {@code first}. */
  List<Manual> under(String first) {
    return manuals.stream().filter(each -> each.words().startsWith(first + " ")).toList();
  }

  /** The command of exactly these words. */
  Manual named(String words) {
    return manuals.stream()
        .filter(each -> each.words().equals(words))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no command " + words));
  }

  /** One line about what may come first. */
  String summary(String first) {
    List<Manual> under = under(first);
    if (under.isEmpty()) {
      return named(first).summary();
    }
    List<String> second = new ArrayList<>();
    under.forEach(each -> second.add(each.words().substring(first.length() + 1)));
    return String.join(", ", second);
  }

  List<String> global() {
    return Stream.concat(Globals.OPTIONS.stream().map(Globals.Option::name), Stream.of("--help"))
        .toList();
  }

  /** Every option that takes a value. */
  List<String> withValue() {
    return Stream.concat(
            Globals.OPTIONS.stream()
                .filter(option -> !option.value().isEmpty())
                .map(Globals.Option::name),
            options().filter(option -> !option.value().isEmpty()).flatMap(o -> o.names().stream()))
        .distinct()
        .toList();
  }

  /** Every option whose value is a path. */
  List<String> withFile() {
    return Stream.concat(
            Stream.of("--home", "--project-root"),
            options().filter(Manual.Option::file).flatMap(option -> option.names().stream()))
        .distinct()
        .toList();
  }

  private Stream<Manual.Option> options() {
    return manuals.stream().flatMap(each -> each.options().stream());
  }
}
