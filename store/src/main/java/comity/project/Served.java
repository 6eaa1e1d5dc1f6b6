package comity.project;

import comity.roles.Isolation;
import java.util.function.Function;

/** What an actor gets at its desk. */
public sealed interface Served<T> {
  /** What was asked for. */
  record Done<T>(T value) implements Served<T> {}

  /** The rules of roles forbid it (ROLE-16). */
  record NotAllowed<T>(Isolation.Verdict.Refused verdict) implements Served<T> {}

  /** It was not done: nothing was written. */
  record Undone<T>(Directives.Reason reason, String why, String todo) implements Served<T> {}

  /** The same with what was asked for made into something else. */
  default <R> Served<R> map(Function<T, R> made) {
    return switch (this) {
      case Done<T>(T value) -> new Done<>(made.apply(value));
      case NotAllowed<T>(Isolation.Verdict.Refused verdict) -> new NotAllowed<>(verdict);
      case Undone<T>(Directives.Reason reason, String why, String todo) ->
          new Undone<>(reason, why, todo);
    };
  }

  /** Goes on with what was asked for. */
  default <R> Served<R> then(Function<T, Served<R>> next) {
    return switch (this) {
      case Done<T>(T value) -> next.apply(value);
      case NotAllowed<T>(Isolation.Verdict.Refused verdict) -> new NotAllowed<>(verdict);
      case Undone<T>(Directives.Reason reason, String why, String todo) ->
          new Undone<>(reason, why, todo);
    };
  }
}
