package comity.roles;

import java.util.List;

/** Which directives a role takes, and what that changes in the two files (ROLE-13). */
public final class Pickup {
  private Pickup() {}

  /** The file of a role, in which directives to others stand. */
  public record Source(String project, String role) {
    /** As it stands in a copy: {@code PROJECT/role}. */
    public String from() {
      return project + "/" + role;
    }
  }

  /** The directives of a file that wait for any of these roles, in their order, each once. */
  public static List<Directive> waiting(
      RoleFile file, Source source, String project, List<String> roles) {
    return file.sent().stream()
        .filter(directive ->
            roles.stream().anyMatch(role -> isWaiting(directive, source, project, role)))
        .toList();
  }

  /** Whether a directive that stands at its source waits for this role. */
  public static boolean isWaiting(Directive directive, Source source, String project, String role) {
    boolean own = isSame(source.project(), project) && isSame(source.role(), role);
    return directive.isPending()
        && directive.target().isFor(source.project(), project, role)
        && !(directive.target().isForAll() && own)
        && directive.takenBy().stream().noneMatch(name -> isSame(name, role));
  }

  /** How many copies of that directive the receiver has, done or not. */
  public static long copies(RoleFile receiver, Source source, Directive directive) {
    return receiver.received().stream()
        .filter(copy -> copy.from().filter(from -> isSame(from, source.from())).isPresent())
        .filter(copy -> isTheSame(copy, directive))
        .count();
  }

  /** Whether these say the same, wherever they stand. */
  public static boolean isTheSame(Directive one, Directive other) {
    return one.id().equals(other.id())
        && one.title().equals(other.title())
        && one.body().equals(other.body());
  }

  /**
   * The source with a directive marked as taken by this role: ✅ where nobody else is to take it.
   * Unchanged where it does not wait there any more.
   *
   * @param taken the directive as it was found
   * @param others the roles of the target's project that a directive to all of them is for
   * @param time as it is to be written
   */
  public static RoleFile mark(
      RoleFile file, Directive taken, String role, List<String> others, String time) {
    RoleFile marked = file;
    for (int at = 0; at < marked.sent().size(); at++) {
      Directive directive = marked.sent().get(at);
      if (directive.isPending() && isTheSame(directive, taken)) {
        marked = marked(marked, directive, role, others, time);
      }
    }
    return marked;
  }

  private static RoleFile marked(
      RoleFile file, Directive directive, String role, List<String> others, String time) {
    if (!directive.target().isForAll()) {
      return RoleEdit.done(file, directive, time);
    }
    List<String> missing =
        others.stream()
            .filter(name -> !isSame(name, role))
            .filter(name -> directive.takenBy().stream().noneMatch(by -> isSame(by, name)))
            .toList();
    if (missing.isEmpty()) {
      return RoleEdit.done(file, directive, time);
    }
    boolean there = directive.takenBy().stream().anyMatch(by -> isSame(by, role));
    return there ? file : RoleEdit.taken(file, directive, role);
  }

  private static boolean isSame(String one, String other) {
    return Target.fold(one).equals(Target.fold(other));
  }
}
