package comity.hub;

import comity.http.Request;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.store.Conversations;
import java.util.Optional;

/**
 * The query of a listing: {@code after}, {@code limit}, {@code wait}.
 *
 * @param refusal set where one of them is no number in its range; the others then mean nothing
 */
record Query(long after, int limit, int waitSeconds, Optional<Refusal> refusal) {

  static Query of(Request request, int defaultLimit, int maxWait) {
    long after = number(request, "after", 0, Long.MAX_VALUE, 0);
    long limit = number(request, "limit", 1, Conversations.MAX_PAGE, defaultLimit);
    long wait = number(request, "wait", 0, maxWait, 0);
    Optional<Refusal> refusal = Optional.empty();
    if (after < 0) {
      refusal = bad("after must be a whole number from 0");
    } else if (limit < 0) {
      refusal = bad("limit must be a whole number from 1 to " + Conversations.MAX_PAGE);
    } else if (wait < 0) {
      refusal = bad("wait must be a whole number of seconds from 0 to " + maxWait);
    }
    return new Query(after, (int) limit, (int) wait, refusal);
  }

  private static Optional<Refusal> bad(String message) {
    return Optional.of(Refusal.of(ErrorCode.BAD_REQUEST, message));
  }

  /** -1 where it is out of range. */
  private static long number(Request request, String name, long least, long most, long standard) {
    Optional<String> text = request.query(name);
    if (text.isEmpty()) {
      return standard;
    }
    if (!text.get().matches("[0-9]{1,18}")) {
      return -1;
    }
    long value = Long.parseLong(text.get());
    return value < least || value > most ? -1 : value;
  }
}
