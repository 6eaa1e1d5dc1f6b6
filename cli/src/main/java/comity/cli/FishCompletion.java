package comity.cli;

import java.util.List;

/** The completion script of fish. */
final class FishCompletion {
  private FishCompletion() {}

  static String script(List<Manual> manuals) {
    Words words = new Words(manuals);
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Completion of comity for fish.
        # The words typed so far that are no options and none of their values; false behind --.
        function __comity_words
            set -l skip 0
            for word in (commandline -opc)[2..]
                if test $skip = 1
                    set skip 0
                    continue
                end
                switch $word
                    case --
                        return 1
                    case @VALUE@
                        set skip 1
                    case '-*'
                    case '*'
                        printf '%s\\n' $word
                end
            end
        end
        # True where the command words typed so far are exactly these.
        function __comity_at
            set -l named (__comity_words)
            or return
            set -l wanted (string split -n ' ' -- $argv[1])
            if test (count $wanted) = 0
                test (count $named) = 0
                return
            end
            if contains -- "$argv[1]" @GROUPS@
                test "$named" = "$argv[1]"
                return
            end
            test (count $named) -ge (count $wanted); and test "$named[1..$(count $wanted)]" = "$argv[1]"
        end
        """
            .replace("@VALUE@", String.join(" ", words.withValue()))
            .replace("@GROUPS@", groups(words)));
    text.append(SessionWords.FISH);
    for (String program : List.of("comity", "muster")) {
      program(text, words, program);
    }
    return text.toString();
  }

  private static String groups(Words words) {
    return String.join(
        " ", words.first().stream().filter(first -> !words.under(first).isEmpty()).toList());
  }

  private static void program(StringBuilder text, Words words, String program) {
    for (Globals.Option option : Globals.OPTIONS) {
      text.append("complete -c ").append(program);
      text.append(" -l ").append(option.name().substring(2));
      text.append(option.value().isEmpty() ? "" : " -r");
      text.append(" -d ").append(quoted(option.summary())).append('\n');
    }
    for (String first : words.first()) {
      at(text, program, "").append(" -f -a ").append(first);
      text.append(" -d ").append(quoted(words.summary(first))).append('\n');
      for (Manual each : words.under(first)) {
        at(text, program, first).append(" -f -a ");
        text.append(each.words().substring(first.length() + 1));
        text.append(" -d ").append(quoted(each.summary())).append('\n');
      }
    }
    for (Manual manual : words.manuals()) {
      SessionWords.of(manual)
          .ifPresent(named ->
              at(text, program, manual.words())
                  .append(" -f -a '(__comity_sessions ")
                  .append(named.kept() + " " + named.most())
                  .append(")'\n"));
      for (Manual.Option option : manual.options()) {
        at(text, program, manual.words());
        for (String name : option.names()) {
          text.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
        }
        text.append(option.value().isEmpty() ? "" : option.file() ? " -r -F" : " -x");
        text.append(" -d ").append(quoted(option.summary())).append('\n');
      }
    }
  }

  private static StringBuilder at(StringBuilder text, String program, String words) {
    return text.append("complete -c ")
        .append(program)
        .append(" -n '__comity_at \"")
        .append(words)
        .append("\"'");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
