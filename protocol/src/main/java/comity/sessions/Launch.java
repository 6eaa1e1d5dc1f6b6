package comity.sessions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What comes of asking how an agent is to be run. */
public sealed interface Launch {
  /**
   * It is to be run so.
   *
   * @param argv the program and its arguments
   * @param environment variables beside those of the session
   * @param files to be written before, readable by their owner alone
   * @param assigned the id that the conversation has been given; empty where its agent makes one,
   *     or the person chose one
   * @param notes what a person should know, a sentence each
   */
  record Run(
      List<String> argv,
      Map<String, String> environment,
      List<Written> files,
      Optional<String> assigned,
      List<String> notes)
      implements Launch {
    public Run {
      argv = List.copyOf(argv);
      environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
      files = List.copyOf(files);
      notes = List.copyOf(notes);
    }
  }

  /**
   * It can't be run so.
   *
   * @param column where the line is at fault, counted from 1 in characters; 0 where no line is
   * @param why in one sentence
   * @param todo what the person can do
   */
  record Refused(int column, String why, String todo) implements Launch {}

  /**
   * A file that the program reads.
   *
   * @param path absolute
   */
  record Written(String path, String content) {}
}
