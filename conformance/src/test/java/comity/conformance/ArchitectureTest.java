package comity.conformance;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What may use what. The modules are told apart by where a class comes from, not by its package.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("comity");

  /** Harmless parts of packages that {@code protocol} may not use otherwise. */
  private static final Set<String> PURE =
      Set.of(
          "java.net.URI",
          "java.net.URISyntaxException",
          "java.net.IDN",
          "java.net.URLDecoder",
          "java.net.URLEncoder");

  private static final List<String> OUTSIDE_PACKAGES =
      List.of(
          "java.net",
          "java.nio.file",
          "java.nio.channels",
          "java.sql",
          "javax.net",
          "java.rmi",
          "java.util.logging",
          "java.util.concurrent.locks",
          "java.lang.foreign",
          "java.util.prefs");

  private static final Set<String> OUTSIDE_CLASSES =
      Set.of(
          "java.io.File",
          "java.io.FileDescriptor",
          "java.io.FileInputStream",
          "java.io.FileOutputStream",
          "java.io.FileReader",
          "java.io.FileWriter",
          "java.io.RandomAccessFile",
          "java.io.Console",
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.ProcessHandle",
          "java.lang.Runtime",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.random.RandomGenerator",
          "java.security.SecureRandom",
          "java.util.concurrent.ThreadLocalRandom",
          "java.util.concurrent.Executors",
          "java.util.concurrent.ExecutorService",
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.ForkJoinPool",
          "java.util.Timer",
          "java.util.ResourceBundle",
          "java.util.TimeZone");

  /** Of {@code java.lang.System} all else is a clock, the environment, a stream or the process. */
  private static final Set<String> PURE_SYSTEM = Set.of("arraycopy", "identityHashCode");

  @Test
  void theRulesSawTheClasses() {
    for (Layout.Module module : Layout.MODULES) {
      assertThat(CLASSES.stream().filter(in(module.name())))
          .as("classes of %s", module.name())
          .hasSizeGreaterThanOrEqualTo(module.leastClasses());
    }
    assertThat(CLASSES.stream().filter(each -> moduleOf(each).isEmpty())).isEmpty();
  }

  @Test
  void packagesStayInTheirModule() {
    for (Layout.Module module : Layout.MODULES) {
      assertThat(CLASSES.stream().filter(in(module.name())).map(JavaClass::getPackageName))
          .allMatch(name -> module.packages().contains(name), "is a package of " + module.name());
    }
  }

  @Test
  void modulesUseOnlyThoseBeforeThem() {
    for (Layout.Module module : Layout.MODULES) {
      List<Layout.Module> after =
          Layout.MODULES.subList(Layout.MODULES.indexOf(module) + 1, Layout.MODULES.size());
      String[] packages =
          after.stream().flatMap(each -> each.packages().stream()).toArray(String[]::new);
      if (packages.length > 0) {
        noClasses()
            .that(in(module.name()))
            .should()
            .dependOnClassesThat(resideInAnyPackage(packages))
            .allowEmptyShould(true)
            .check(CLASSES);
      }
    }
  }

  @Test
  void protocolTouchesNothingOutside() {
    noClasses()
        .that(in("protocol"))
        .should()
        .dependOnClassesThat(outside())
        .allowEmptyShould(true)
        .check(CLASSES);
    noClasses()
        .that(in("protocol"))
        .should()
        .callCodeUnitWhere(impure())
        .allowEmptyShould(true)
        .check(CLASSES);
    noClasses()
        .that(in("protocol"))
        .should()
        .accessFieldWhere(
            describe(
                "a stream of System",
                access -> access.getTargetOwner().isEquivalentTo(System.class)))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void processesBeginAtHostAndTheNetworkAtHub() {
    noClasses()
        .that(in("store"))
        .should()
        .dependOnClassesThat(named("java.lang.Process", "java.lang.ProcessBuilder"))
        .allowEmptyShould(true)
        .check(CLASSES);
    noClasses()
        .that(in("store").or(in("host")))
        .should()
        .dependOnClassesThat(
            named("java.net.Socket", "java.net.ServerSocket", "java.net.HttpURLConnection")
                .or(resideInAnyPackage("java.net.http..", "com.sun.net.httpserver..")))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "tools.jackson.., comity.json",
    "io.helidon.., comity.http",
    "org.apache.hc.., comity.http",
    "io.github.bucket4j.., comity.http",
    "picocli.., comity.cli",
    "org.sqlite.., comity.store",
    "java.sql.., comity.store",
    "org.tomlj.., comity.files"
  })
  void theTypesOfALibraryStayInOnePackage(String library, String home) {
    noClasses()
        .that(resideOutsideOfPackages(home))
        .should()
        .dependOnClassesThat(resideInAnyPackage(library))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void nothingSleepsOrEndsTheProcessByExit() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .allowEmptyShould(true)
        .check(CLASSES);
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", Duration.class)
        .allowEmptyShould(true)
        .check(CLASSES);
    noClasses()
        .should()
        .callMethod(System.class, "exit", int.class)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  /**
   * What {@code protocol} may not do; without it the rules above could be blind and nobody would
   * see.
   */
  static final class Impure {
    List<Object> all() throws IOException {
      return List.of(
          Instant.now(),
          LocalDate.now(ZoneId.systemDefault()),
          System.nanoTime(),
          System.getProperty("a"),
          Math.random(),
          UUID.randomUUID(),
          Path.of("a"),
          new File("a"),
          new Random(1),
          Thread.currentThread(),
          new ProcessBuilder("a"),
          new Socket(),
          Boolean.getBoolean("a"));
    }
  }

  @Test
  void theRulesSeeWhatIsImpure() {
    JavaClass impure = new ClassFileImporter().importClass(Impure.class);
    assertThat(
            impure.getCodeUnits().stream()
                .flatMap(unit -> unit.getCallsFromSelf().stream())
                .filter(impure())
                .map(call -> call.getTarget().getName()))
        .containsExactlyInAnyOrder(
            "now",
            "now",
            "systemDefault",
            "nanoTime",
            "getProperty",
            "random",
            "randomUUID",
            "getBoolean");
    assertThat(
            impure.getDirectDependenciesFromSelf().stream()
                .map(Dependency::getTargetClass)
                .filter(outside())
                .map(JavaClass::getSimpleName)
                .distinct())
        .containsExactlyInAnyOrder("Path", "File", "Random", "Thread", "ProcessBuilder", "Socket");
  }

  private static DescribedPredicate<JavaClass> in(String module) {
    return describe("are in " + module, each -> moduleOf(each).equals(module));
  }

  /** The module whose build folder or jar the class came from; empty where it is none of ours. */
  private static String moduleOf(JavaClass each) {
    String from = each.getSource().map(source -> source.getUri().toString()).orElse("");
    return Layout.MODULES.stream()
        .map(Layout.Module::name)
        .filter(name ->
            from.contains("/comity-" + name + "-")
                || from.contains("/" + name + "/target/classes/"))
        .findFirst()
        .orElse("");
  }

  private static DescribedPredicate<JavaClass> outside() {
    return describe(
        "are outside of pure code",
        each ->
            OUTSIDE_CLASSES.contains(each.getName())
                || (!PURE.contains(each.getName())
                    && OUTSIDE_PACKAGES.stream()
                        .anyMatch(name ->
                            each.getPackageName().equals(name)
                                || each.getPackageName().startsWith(name + "."))));
  }

  private static DescribedPredicate<JavaCall<?>> impure() {
    return describe(
        "reads a clock, randomness or the environment",
        call -> {
          String owner = call.getTargetOwner().getName();
          String name = call.getName();
          return switch (owner) {
            case "java.lang.System" -> !PURE_SYSTEM.contains(name);
            case "java.lang.Math", "java.lang.StrictMath" -> name.equals("random");
            case "java.util.UUID" -> name.equals("randomUUID");
            case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
            case "java.util.Locale", "java.nio.charset.Charset" ->
                name.equals("getDefault") || name.equals("defaultCharset");
            case "java.time.ZoneId" -> name.equals("systemDefault");
            case "java.lang.Integer", "java.lang.Long", "java.lang.Boolean" ->
                name.startsWith("get")
                    && call.getTarget().getParameterTypes().size() <= 2
                    && Set.of("getInteger", "getLong", "getBoolean").contains(name);
            default -> owner.startsWith("java.time.") && name.equals("now");
          };
        });
  }

  private static DescribedPredicate<JavaClass> named(String... names) {
    return describe(
        "are one of " + String.join(", ", names), each -> Set.of(names).contains(each.getName()));
  }
}
