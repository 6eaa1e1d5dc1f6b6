package comity.control;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** What answers for an agent (MSG-42). */
public sealed interface Runner {
  /** Answers with what it was sent. */
  record Echo() implements Runner {}

  /** Keeps messages until the agent fetches them. */
  record Inbox() implements Runner {}

  /**
   * Runs a program for each message.
   *
   * @param command the program and its arguments, a {@link comity.messages.CommandTemplate}
   * @param resume how later messages of a conversation reach the same session; absent: each message
   *     is run by {@code command} on its own
   * @param reply the JSON pointer (RFC 6901) of the answer in the program's output; absent: all of
   *     it is the answer
   * @param environment added to the program's variables
   * @param folder where it runs: absolute, or below {@code ~/}; absent: a folder of its own
   */
  record Command(
      List<String> command,
      Optional<Resume> resume,
      Optional<String> reply,
      SequencedMap<String, String> environment,
      Optional<String> folder)
      implements Runner {
    public Command {
      command = List.copyOf(command);
      environment = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(environment));
    }
  }

  /**
   * How a conversation goes on in the provider's own session.
   *
   * @param command run instead of the first command; at least one word has {@code {session_id}}
   */
  record Resume(List<String> command, SessionId id, OnResumeFailure onFailure) {
    public Resume {
      command = List.copyOf(command);
    }
  }

  /** Where the id of the provider's session comes from. */
  sealed interface SessionId {
    /** This hub makes one, and {@code command} has a place for it. */
    record Assigned() implements SessionId {}

    /** The program tells it: the string at this JSON pointer (RFC 6901) of its output. */
    record Reported(String pointer) implements SessionId {}
  }
}
