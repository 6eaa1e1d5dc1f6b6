package comity.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the sources look. Each test lists all that is wrong, not only the first. */
class TidyTest {
  private static final int MOST_LINES_OF_A_FILE = 400;
  private static final int MOST_LINES_OF_A_METHOD = 60;

  /** Words in pieces, so that this file does not find itself. */
  private static final List<String> NOT_IN_ANY_SOURCE =
      List.of(
          "Thread" + ".sleep",
          "Mock" + "ito",
          "@Mo" + "ck",
          "@Dis" + "abled",
          "assume" + "True",
          "assume" + "False",
          "assume" + "That",
          "Assump" + "tions",
          "TO" + "DO",
          "FIX" + "ME",
          "XX" + "X",
          "@SuppressWarnings(\"all\")");

  private static final Pattern NAME_THAT_SAYS_NOTHING =
      Pattern.compile(".*(Util|Utils|Helper|Helpers|Manager|Impl|Builder)$");

  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("/\\*\\*(.*?[.:])\\s", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\{@link\\s+(?:[\\w.]+\\.)?(\\w+)");

  private static List<SourceFile> sources = List.of();

  @BeforeAll
  static void parse() throws IOException {
    sources = SourceFile.parse(Layout.sources());
    assertThat(sources).hasSizeGreaterThan(60);
  }

  @Test
  void filesAreShort() {
    assertThat(
            wrong(file ->
                file.lines() > MOST_LINES_OF_A_FILE
                    ? Stream.of(file.lines() + " lines")
                    : Stream.of()))
        .isEmpty();
  }

  @Test
  void methodsAreShort() {
    assertThat(
            wrong(file ->
                file.methods().stream()
                    .filter(method -> method.lines() > MOST_LINES_OF_A_METHOD)
                    .map(method -> method.name() + " has " + method.lines() + " lines")))
        .isEmpty();
  }

  @Test
  void noShortcuts() {
    // A section of role files has that name.
    assertThat(
            wrong(file -> {
              String text = file.text().replace("🎯 TODO", "").replace("## TODO", "");
              return NOT_IN_ANY_SOURCE.stream().filter(text::contains);
            }))
        .isEmpty();
  }

  @Test
  void namesSaySomething() {
    assertThat(
            wrong(file ->
                file.types().stream()
                    .map(SourceFile.Type::name)
                    .filter(name -> NAME_THAT_SAYS_NOTHING.matcher(name).matches())))
        .isEmpty();
  }

  @Test
  void accessorsHaveNoPrefix() {
    assertThat(
            wrong(file ->
                file.methods().stream()
                    .filter(method -> !method.overrides() && method.parameters() == 0)
                    .map(SourceFile.Method::name)
                    .filter(name -> name.matches("get[A-Z].*"))))
        .isEmpty();
  }

  @Test
  void publicTypesAreDocumented() {
    assertThat(
            wrong(file ->
                file.isTest()
                    ? Stream.of()
                    : file.types().stream()
                        .filter(type -> type.isPublic() && !type.hasJavadoc())
                        .map(type -> type.name() + " has no Javadoc")))
        .isEmpty();
  }

  @Test
  void everyPackageIsNullMarkedAndNamesItsEntryClass() throws IOException {
    Set<Path> folders =
        sources.stream()
            .map(file -> Layout.root().resolve(file.path()))
            .filter(file -> file.toString().contains("/src/main/"))
            .filter(file -> !file.endsWith("module-info.java"))
            .map(Path::getParent)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(folders).isNotEmpty();
    Set<String> wrong = new TreeSet<>();
    for (Path folder : folders) {
      String fault = faultOfPackage(folder);
      if (!fault.isEmpty()) {
        wrong.add(Layout.root().relativize(folder) + ": " + fault);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void tagsNameStatementsThatExist() throws IOException {
    Set<String> known = Set.copyOf(Report.statements(Layout.root()));
    Pattern tag = Pattern.compile("@Tag\\(\"([^\"]+)\"\\)");
    assertThat(
            wrong(file ->
                tag.matcher(file.text())
                    .results()
                    .map(found -> found.group(1))
                    .filter(name ->
                        !known.contains(name) && !name.matches("long-(crash|agents|fuzz)"))))
        .isEmpty();
  }

  private static String faultOfPackage(Path folder) throws IOException {
    Path info = folder.resolve("package-info.java");
    if (!Files.exists(info)) {
      return "has no package-info";
    }
    String text = Files.readString(info);
    if (!text.contains("NullMarked")) {
      return "is not @NullMarked";
    }
    Matcher sentence = FIRST_SENTENCE.matcher(text);
    if (!sentence.find()) {
      return "its package-info has no sentence";
    }
    Matcher link = LINK.matcher(sentence.group(1));
    if (!link.find()) {
      return "the first sentence of its package-info links to no class";
    }
    return Files.exists(folder.resolve(link.group(1) + ".java"))
        ? ""
        : "its package-info links to " + link.group(1) + ", which is not there";
  }

  private static List<String> wrong(Function<SourceFile, Stream<String>> faults) {
    return sources.stream()
        .flatMap(file -> faults.apply(file).map(fault -> file.path() + ": " + fault))
        .toList();
  }
}
