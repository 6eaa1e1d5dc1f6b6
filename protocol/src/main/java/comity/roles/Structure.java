package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** What each line of a Markdown text is, as far as CommonMark tells. */
public final class Structure {
  private static final Pattern HEADING =
      Pattern.compile(
          " {0,3}(?<marks>#{1,6})(?:[ \\t]+(?<text>.*?))?(?:[ \\t]+#+)?[ \\t]*", Pattern.DOTALL);

  /** Without it a line of a quotation only goes on with its paragraph, as directives may. */
  private static final Pattern QUOTED =
      Pattern.compile("[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)*>.*", Pattern.DOTALL);

  private final List<Kind> kinds = new ArrayList<>();
  private final List<Heading> headings = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();

  /** The first line of the last comment. */
  private int comment;

  /** Where a line stands. */
  public enum Kind {
    TEXT,
    QUOTE,
    /** Also the fences around it. */
    CODE,
    COMMENT
  }

  /** A heading of the form {@code ## text}. */
  public record Heading(int line, int level, String text) {}

  /** A fence that nothing closes: the lines from it to before {@code to} are code. */
  public record Open(int line, int to) {}

  private Structure() {}

  /** What the lines of a text are. */
  public static Structure of(List<String> lines) {
    Structure structure = new Structure();
    for (int i = 0; i < lines.size(); i++) {
      structure.kinds.add(Kind.TEXT);
    }
    Node document =
        Parser.builder()
            .includeSourceSpans(IncludeSourceSpans.BLOCKS)
            .inlineParserFactory(
                _ -> (_, _) -> {}) // only blocks count; the rest is most of the cost
            .build()
            .parse(String.join("\n", lines));
    document.accept(structure.new Marking());
    for (int i = 0; i < lines.size(); i++) {
      if (structure.kinds.get(i) == Kind.QUOTE && !QUOTED.matcher(lines.get(i)).matches()) {
        structure.kinds.set(i, Kind.TEXT);
      }
      if (structure.kinds.get(i) == Kind.TEXT) {
        heading(lines.get(i), i).ifPresent(structure.headings::add);
      }
    }
    return structure;
  }

  /** The heading that a line is, where it stands in no code; empty where it is none. */
  public static Optional<Heading> heading(String text, int line) {
    if (text.indexOf('#') < 0) {
      return Optional.empty();
    }
    Matcher heading = HEADING.matcher(text);
    if (!heading.matches()) {
      return Optional.empty();
    }
    String words = heading.group("text") == null ? "" : heading.group("text").strip();
    return Optional.of(new Heading(line, heading.group("marks").length(), words));
  }

  /** What that line, counted from 0, is. */
  public Kind kind(int line) {
    return kinds.get(line);
  }

  /** In their order. */
  public List<Heading> headings() {
    return headings;
  }

  /**
   * Where more can be added last: the end, or before code or a comment that nothing closes and that
   * would swallow it.
   */
  public static int end(Lines file) {
    List<String> texts = file.texts();
    int at = texts.size();
    while (at > 0) {
      List<String> tried = new ArrayList<>(texts.subList(0, at));
      tried.addAll(List.of("", "more"));
      Structure structure = of(tried);
      int last = tried.size() - 1;
      if (structure.kind(last) == Kind.TEXT) {
        return at;
      }
      List<Open> fences = structure.openFences();
      at = fences.isEmpty() ? Math.min(structure.comment, at - 1) : fences.getLast().line();
    }
    return 0;
  }

  /** The fences without an end, in their order. */
  public List<Open> openFences() {
    return open;
  }

  /** Outer blocks come before what is in them. */
  private final class Marking extends AbstractVisitor {
    @Override
    public void visit(BlockQuote quote) {
      mark(quote, Kind.QUOTE);
      visitChildren(quote);
    }

    @Override
    public void visit(FencedCodeBlock code) {
      mark(code, Kind.CODE);
      List<SourceSpan> spans = code.getSourceSpans();
      if (code.getClosingFenceLength() == null && !spans.isEmpty()) {
        open.add(new Open(spans.getFirst().getLineIndex(), spans.getLast().getLineIndex() + 1));
      }
    }

    @Override
    public void visit(IndentedCodeBlock code) {
      mark(code, Kind.CODE);
    }

    @Override
    public void visit(HtmlBlock html) {
      if (html.getLiteral().stripLeading().startsWith("<!--")) {
        mark(html, Kind.COMMENT);
        comment =
            html.getSourceSpans().isEmpty() ? 0 : html.getSourceSpans().getFirst().getLineIndex();
      }
    }

    /** What stands in a quotation is part of it, whatever it is by itself. */
    private void mark(Node node, Kind kind) {
      for (SourceSpan span : node.getSourceSpans()) {
        if (kinds.get(span.getLineIndex()) != Kind.QUOTE) {
          kinds.set(span.getLineIndex(), kind);
        }
      }
    }
  }
}
