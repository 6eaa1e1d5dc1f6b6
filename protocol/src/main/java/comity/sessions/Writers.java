package comity.sessions;

import comity.sessions.Session.NativeId;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds who has a conversation open: two processes must never write one (SES-27). */
public final class Writers {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");

  private static final Pattern QUOTES = Pattern.compile("[\"']");

  private Writers() {}

  /**
   * Another session whose agent has the conversation of this one.
   *
   * @param provider its own
   * @param running sessions that have a process, or are about to
   */
  public static Optional<Session> other(Session session, Provider provider, List<Session> running) {
    Set<String> wanted = conversations(session, provider);
    return running.stream()
        .filter(each -> !each.id().equals(session.id()))
        .filter(each -> each.provider().equals(session.provider()))
        .filter(each -> !Collections.disjoint(conversations(each, provider), wanted))
        .findFirst();
  }

  /**
   * A session whose conversation a new command names: a person may choose one that is open.
   *
   * @param provider whose program the command runs
   * @param running sessions that have a process, or are about to
   */
  public static Optional<Session> chosen(
      CommandForm command, Provider provider, List<Session> running) {
    Set<String> wanted = named(command, provider);
    return running.stream()
        .filter(each -> each.provider().equals(provider.name()))
        .filter(each ->
            each.nativeId().filter(own -> command.line().contains(own.id())).isPresent()
                || !Collections.disjoint(conversations(each, provider), wanted))
        .findFirst();
  }

  /** What it told, or, before it has told anything, what its command names. */
  private static Set<String> conversations(Session session, Provider provider) {
    return session
        .nativeId()
        .map(NativeId::id)
        .map(Set::of)
        .orElseGet(() -> named(session.command(), provider));
  }

  /** Ids behind the options and sub-commands by which a person chooses a conversation. */
  private static Set<String> named(CommandForm command, Provider provider) {
    Set<String> ids = new LinkedHashSet<>();
    boolean chooses = false;
    for (String word : words(command)) {
      int equals = word.startsWith("-") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      boolean isChoice =
          provider.options().chosen().contains(name) || provider.resume().words().contains(name);
      String value = equals < 0 ? word : word.substring(equals + 1);
      if ((isChoice ? equals > 0 : chooses) && ID.matcher(value).matches()) {
        ids.add(value);
      }
      chooses = isChoice && equals < 0;
    }
    return ids;
  }

  private static List<String> words(CommandForm command) {
    return switch (command) {
      case CommandForm.Words(List<String> argv) -> argv;
      case CommandForm.Line(String text) ->
          Arrays.stream(text.strip().split("\\s+"))
              .map(word -> QUOTES.matcher(word).replaceAll(""))
              .toList();
    };
  }
}
