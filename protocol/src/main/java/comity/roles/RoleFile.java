package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A role file as it is on disk, and what it says. Reading never fails: what is not understood is
 * text. Edits are in {@link RoleEdit}. For one thread at a time.
 */
public final class RoleFile {
  private final Lines lines;

  // What the lines say is found when it is asked for: after an edit often nobody asks.
  private @Nullable Structure structure;
  private @Nullable List<Section> sections;
  private @Nullable List<Directive> directives;
  private @Nullable List<Task> tasks;

  private RoleFile(Lines lines) {
    this.lines = lines;
  }

  /** Reads a file's bytes. */
  public static RoleFile read(byte[] bytes) {
    return new RoleFile(Lines.of(bytes));
  }

  static RoleFile of(Lines lines) {
    return new RoleFile(lines);
  }

  /** The bytes it was read from. */
  public byte[] bytes() {
    return lines.bytes();
  }

  public Lines lines() {
    return lines;
  }

  /** The header of the first line. */
  public Optional<L0> l0() {
    return lines.size() == 0 ? Optional.empty() : L0.read(lines.text(0));
  }

  /** The parts under headings, in their order; a part holds the deeper ones in it. */
  public List<Section> sections() {
    List<Section> found = sections;
    if (found == null) {
      found = sectionsNow();
      sections = found;
    }
    return found;
  }

  /** The first part of that meaning. */
  public Optional<Section> section(Section.Kind kind) {
    return sections().stream().filter(section -> section.kind() == kind).findFirst();
  }

  /** All directives, also received ones, in their order. */
  public List<Directive> directives() {
    List<Directive> found = directives;
    if (found == null) {
      found = directivesNow();
      directives = found;
    }
    return found;
  }

  /** The directives that this role gives to others. */
  public List<Directive> sent() {
    return directives().stream().filter(directive -> !directive.received()).toList();
  }

  /** The directives that it has from others. */
  public List<Directive> received() {
    return directives().stream().filter(Directive::received).toList();
  }

  /** How many directives it has received and not done. */
  public long pending() {
    return received().stream().filter(Directive::isPending).count();
  }

  /** How many of its tasks are not done. */
  public long openTasks() {
    return tasks().stream().filter(task -> task.state() != Task.State.DONE).count();
  }

  /** The tasks of its task sections. */
  public List<Task> tasks() {
    List<Task> found = tasks;
    if (found == null) {
      found = tasksNow();
      tasks = found;
    }
    return found;
  }

  /** What belongs to this role, and what does not. */
  public Boundaries boundaries() {
    List<String> texts = new ArrayList<>();
    for (Section section : sections()) {
      if (section.kind() == Section.Kind.BOUNDARIES) {
        for (int line = section.from() + 1; line < section.to(); line++) {
          texts.add(structure().kind(line) == Structure.Kind.TEXT ? lines.text(line) : "");
        }
      }
    }
    return Boundaries.read(texts);
  }

  private List<Section> sectionsNow() {
    List<Section> found = new ArrayList<>();
    List<Structure.Heading> headings = structure().headings();
    for (int i = 0; i < headings.size(); i++) {
      Structure.Heading heading = headings.get(i);
      int to = lines.size();
      for (Structure.Heading next : headings.subList(i + 1, headings.size())) {
        if (next.level() <= heading.level()) {
          to = next.line();
          break;
        }
      }
      found.add(
          new Section(
              Section.kind(heading.text()), heading.level(), heading.text(), heading.line(), to));
    }
    return List.copyOf(found);
  }

  private List<Directive> directivesNow() {
    DirectiveReader reader = new DirectiveReader(lines, structure());
    List<Directive> found = new ArrayList<>();
    int at = 0;
    for (Section section : sections()) {
      if (section.kind() == Section.Kind.RECEIVED && section.from() >= at) {
        found.addAll(reader.read(at, section.from(), false));
        found.addAll(reader.read(section.from(), section.to(), true));
        at = section.to();
      }
    }
    found.addAll(reader.read(at, lines.size(), false));
    return List.copyOf(found);
  }

  private List<Task> tasksNow() {
    List<Task> found = new ArrayList<>();
    int at = 0;
    for (Section section : sections()) {
      if (section.kind() == Section.Kind.TASKS && section.from() >= at) {
        tasks(section.from() + 1, section.to(), found);
        at = section.to();
      }
    }
    return List.copyOf(found);
  }

  private void tasks(int from, int to, List<Task> into) {
    List<Integer> indents = new ArrayList<>();
    for (int line = from; line < to; line++) {
      if (structure().kind(line) != Structure.Kind.TEXT) {
        continue;
      }
      Optional<Task> task = Task.read(lines.text(line), line);
      if (task.isPresent()) {
        int indent = Task.indent(lines.text(line));
        while (!indents.isEmpty() && indents.getLast() >= indent) {
          indents.removeLast();
        }
        into.add(task.get().at(indents.size()));
        indents.add(indent);
      }
    }
  }

  Structure structure() {
    Structure found = structure;
    if (found == null) {
      found = Structure.of(lines.texts());
      structure = found;
    }
    return found;
  }
}
