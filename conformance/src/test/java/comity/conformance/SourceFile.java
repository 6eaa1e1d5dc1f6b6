package comity.conformance;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A Java source as the JDK's own parser sees it.
 *
 * @param path relative to the checkout
 */
record SourceFile(Path path, String text, List<Type> types, List<Method> methods) {

  /**
   * A type.
   *
   * @param isPublic whether it and all around it are public
   * @param hasJavadoc whether it is documented, a record also by the type around it
   */
  record Type(String name, boolean isPublic, boolean hasJavadoc) {}

  /** A method with a body. */
  record Method(String name, int parameters, boolean overrides, long lines) {}

  boolean isTest() {
    return path.toString().contains("/src/test/");
  }

  long lines() {
    return text.lines().count();
  }

  static List<SourceFile> parse(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      DocTrees trees = DocTrees.instance(task);
      List<SourceFile> parsed = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        Scanner scanner = new Scanner(trees, unit);
        scanner.scan(unit, null);
        Path path = Path.of(unit.getSourceFile().toUri());
        parsed.add(
            new SourceFile(
                Layout.root().relativize(path),
                Files.readString(path),
                scanner.types,
                scanner.methods));
      }
      return parsed;
    }
  }

  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final DocTrees trees;
    private final CompilationUnitTree unit;
    private final List<Type> types = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();

    Scanner(DocTrees trees, CompilationUnitTree unit) {
      this.trees = trees;
      this.unit = unit;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
      if (!type.getSimpleName().isEmpty()) {
        types.add(
            new Type(
                type.getSimpleName().toString(),
                isPublic(getCurrentPath()),
                trees.getDocComment(getCurrentPath()) != null));
      }
      return super.visitClass(type, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      if (method.getBody() != null) {
        boolean overrides =
            method.getModifiers().getAnnotations().stream()
                .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
        methods.add(
            new Method(
                method.getName().toString(),
                method.getParameters().size(),
                overrides,
                linesOf(method)));
      }
      return super.visitMethod(method, null);
    }

    private long linesOf(Tree tree) {
      long start = trees.getSourcePositions().getStartPosition(unit, tree);
      long end = trees.getSourcePositions().getEndPosition(unit, tree);
      return unit.getLineMap().getLineNumber(end) - unit.getLineMap().getLineNumber(start) + 1;
    }

    private static boolean isPublic(TreePath path) {
      for (TreePath at = path; at != null; at = at.getParentPath()) {
        if (!(at.getLeaf() instanceof ClassTree type)) {
          continue;
        }
        boolean inInterface =
            at.getParentPath().getLeaf() instanceof ClassTree around
                && around.getKind() == Tree.Kind.INTERFACE;
        if (!inInterface && !type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
          return false;
        }
      }
      return true;
    }
  }
}
