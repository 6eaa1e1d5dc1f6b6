package comity.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The turns of a provider's own transcript, read line by line (MEM-17). Lines of unknown kinds say
 * nothing; lines that are no JSON, that are cut off or longer than {@link #MAX_LINE} are passed
 * over.
 */
public final class Transcript implements Iterator<Turn> {
  /** Longer lines hold pictures or whole files, which nobody said. */
  public static final int MAX_LINE = 8 << 20;

  /** Whose transcript it is. */
  public enum Format {
    /** A file below {@code ~/.claude/projects}. */
    CLAUDE,
    /** A file {@code rollout-….jsonl} below {@code ~/.codex/sessions}. */
    CODEX,
    /** A file {@code session-….json} or {@code .jsonl} in a folder {@code chats}. */
    GEMINI
  }

  private final Iterator<String> lines;
  private final TranscriptForm form;
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private int number;
  private boolean ended;

  private Transcript(Iterator<String> lines, TranscriptForm form) {
    this.lines = lines;
    this.form = form;
  }

  /** The turns in these lines, which come without their ends. */
  public static Transcript of(Format format, Iterator<String> lines) {
    return new Transcript(
        lines,
        switch (format) {
          case CLAUDE -> new ClaudeForm();
          case CODEX -> new CodexForm();
          case GEMINI -> new GeminiForm();
        });
  }

  @Override
  public boolean hasNext() {
    while (waiting.isEmpty() && !ended) {
      if (!lines.hasNext()) {
        ended = true;
        form.end(waiting::add);
        break;
      }
      String line = lines.next();
      number++;
      if (line.length() > MAX_LINE) {
        continue;
      }
      if (!line.isBlank()) {
        boolean marked = number == 1 && line.startsWith("\uFEFF");
        form.line(marked ? line.substring(1) : line, number, waiting::add);
      }
    }
    return !waiting.isEmpty();
  }

  @Override
  public Turn next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more turns");
    }
    return waiting.remove();
  }

  /** The id of the session, once a line said it. */
  public Optional<String> session() {
    return form.session();
  }
}
