package comity.panes;

import comity.messages.SafeText;
import comity.sessions.Activity;
import comity.sessions.Attention;
import comity.sessions.Session;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which sessions need their person and were not seen so, for the titles of the others (SES-15). */
final class TitleMarks {
  private final Panes panes;

  /** What they are called. */
  private final Map<String, String> unseen = new LinkedHashMap<>();

  /** At what a person has seen each. */
  private final Map<String, Activity.Reading> seen = new HashMap<>();

  TitleMarks(Panes panes) {
    this.panes = panes;
  }

  /**
   * It is at something else, or somebody looks at it.
   *
   * @param reading what it was at then
   * @param lookedAt whether somebody looked at it then
   * @param tells whether a person wants to be told
   */
  void changed(
      Session session, Pane pane, Activity.Reading reading, boolean lookedAt, boolean tells) {
    if (lookedAt) {
      seen.put(session.id(), reading);
    }
    boolean wanted =
        tells && Attention.isUnseen(reading, Optional.ofNullable(seen.get(session.id())));
    boolean changed =
        wanted
            ? unseen.put(session.id(), SafeText.shownLine(session.name().orElse(session.id())))
                == null
            : unseen.remove(session.id()) != null;
    if (changed) {
      markAll();
    } else {
      pane.mark().say(mark(session.id()));
    }
  }

  /** Its program has ended. */
  void ended(Session session) {
    seen.remove(session.id());
    if (unseen.remove(session.id()) != null) {
      markAll();
    }
  }

  private void markAll() {
    for (Session each : panes.all()) {
      panes.pane(each.id()).ifPresent(pane -> pane.mark().say(mark(each.id())));
    }
  }

  /** Of the others; empty where none needs a person. */
  private String mark(String id) {
    List<String> others =
        unseen.entrySet().stream()
            .filter(each -> !each.getKey().equals(id))
            .map(Map.Entry::getValue)
            .toList();
    return switch (others.size()) {
      case 0 -> "";
      case 1 -> "! " + others.getFirst() + " needs you";
      default -> "! " + others.size() + " sessions need you";
    };
  }
}
