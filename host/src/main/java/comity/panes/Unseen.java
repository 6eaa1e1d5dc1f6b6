package comity.panes;

import comity.control.SessionSettings;
import comity.messages.SafeText;
import comity.sessions.Activity;
import comity.sessions.Session;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions that need their person and that nobody has seen so: the title of every other session's
 * viewers says which (SES-15). For the loop's thread.
 */
final class Unseen {
  private final Panes panes;

  /** What each is called. */
  private final Map<String, String> names = new LinkedHashMap<>();

  /** At what a person has seen each. */
  private final Map<String, Activity.Reading> seen = new HashMap<>();

  Unseen(Panes panes) {
    this.panes = panes;
  }

  /** Something of a session changed: what it is at, or who looks at it. */
  void changed(Session session, SessionSettings.Notify of) {
    panes.pane(session.id()).ifPresent(pane -> changed(session, pane, of));
  }

  private void changed(Session session, Pane pane, SessionSettings.Notify of) {
    if (pane.viewers() > 0) {
      seen.put(session.id(), pane.reading());
    }
    boolean needsThem =
        of != SessionSettings.Notify.NONE
            && pane.reading().state() == Activity.State.ATTENTION
            && !pane.reading().equals(seen.get(session.id()));
    boolean changed =
        needsThem
            ? names.put(session.id(), called(session)) == null
            : names.remove(session.id()) != null;
    if (changed) {
      sayAll();
    } else {
      pane.mark().say(mark(session.id()));
    }
  }

  /** Its program has ended. */
  void gone(String id) {
    seen.remove(id);
    if (names.remove(id) != null) {
      sayAll();
    }
  }

  private void sayAll() {
    for (Session each : panes.all()) {
      panes.pane(each.id()).ifPresent(pane -> pane.mark().say(mark(each.id())));
    }
  }

  /** Of the others; empty where none needs a person. */
  private String mark(String id) {
    List<String> others =
        names.entrySet().stream()
            .filter(each -> !each.getKey().equals(id))
            .map(Map.Entry::getValue)
            .toList();
    return switch (others.size()) {
      case 0 -> "";
      case 1 -> "! " + others.getFirst() + " needs you";
      default -> "! " + others.size() + " sessions need you";
    };
  }

  private static String called(Session session) {
    return SafeText.shownLine(session.name().orElse(session.id()));
  }
}
