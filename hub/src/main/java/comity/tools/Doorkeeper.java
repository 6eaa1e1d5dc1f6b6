package comity.tools;

import comity.http.Answer;
import comity.http.Request;
import java.util.function.BooleanSupplier;

/** Decides for whom an HTTP request is served. */
@FunctionalInterface
public interface Doorkeeper {
  /** Who makes this request, or the answer that turns it away. */
  Admission admit(Request request);

  /** What came of it. */
  sealed interface Admission {
    /**
     * It is served.
     *
     * @param id what sessions are bound to: those of one id are another's never
     * @param valid whether this still holds; asked while a stream lasts
     */
    record Admitted(String id, Principal principal, BooleanSupplier valid) implements Admission {}

    /** It is not. */
    record Refused(Answer answer) implements Admission {}
  }
}
