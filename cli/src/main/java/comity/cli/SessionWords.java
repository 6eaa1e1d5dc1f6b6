package comity.cli;

import java.util.Optional;
import java.util.Set;

/**
 * Which sessions may be named behind the words of a command, and how the completion scripts find
 * them: in the files of the home, as the host keeps them (SES-11), with what the shell has itself.
 * A program of ours would take several times as long to start, and would have to be found; and what
 * is read is only compared, and quoted by the shell.
 *
 * <p>A name is offered where a session has one, its id where it has none or where its beginning is
 * typed. A name that takes other escapes than those of the quote and the backslash, which no
 * command line sets, and a file of another version, are offered by their id alone.
 *
 * @param kept {@code open}, or {@code all} where also those that were closed are meant
 * @param most how many words may stand there with the command's own
 */
record SessionWords(String kept, int most) {
  /** More than anybody names. */
  private static final int ANY = 1000;

  /**
   * Of a file, in characters: a session with a command line that is longer is offered, also where
   * it was closed.
   */
  private static final int MOST_READ = 1 << 16;

  /** What can be done with a closed session; there is nothing else to be done with one. */
  private static final Set<String> OF_CLOSED =
      Set.of("session show", "session logs", "session restore", "session resume");

  /** Of a command; empty where it takes no session. */
  static Optional<SessionWords> of(Manual manual) {
    int own = manual.words().split(" ", -1).length;
    return manual.operands().stream()
        .filter(operand -> operand.label().equals("SESSION"))
        .findFirst()
        .map(_ ->
            new SessionWords(
                OF_CLOSED.contains(manual.words()) ? "all" : "open",
                manual.synopsis().contains("SESSION...") ? ANY : own + 1));
  }

  /** For bash. */
  static String bash() {
    return BASH.replace("@MOST@", "" + MOST_READ);
  }

  /** For zsh. */
  static String zsh() {
    return ZSH.replace("@MOST@", "" + MOST_READ);
  }

  private static final String BASH =
      """
      # Sets `plain` to what is meant by a word as it is typed, `open` to the quote that is open at its end, and `opened` to
      # how many quotes were. Nothing of it is expanded or run.
      __comity_plain() {
        local word=$1 char i
        plain= open= opened=0
        for ((i = 0; i < ${#word}; i++)); do
          char=${word:i:1}
          case $open$char in
            "'" | '"') open=$char; ((++opened)) ;;
            "''" | '""') open= ;;
            '\\') ((++i)); plain+=${word:i:1} ;;
            '"\\') [[ ${word:i+1:1} == ['$`"\\'] ]] && ((++i)); plain+=${word:i:1} ;;
            *) plain+=$char ;;
          esac
        done
      }
      # Sets `quoted` to a word as it is typed where the quote $2 is open; false where it can't be typed there.
      __comity_quoted() {
        local word=$1 special=$' !"#$%&\\'()*+,:;<=>?@[\\\\]^`{|}~' i
        quoted=
        case $2 in
          "'") quoted=$word; [[ $word != *"'"* ]]; return ;;
          '"') special='$`"\\'; [[ $word != *'!'* ]] || return ;;
        esac
        for ((i = 0; i < ${#word}; i++)); do
          [[ $special == *"${word:i:1}"* ]] && quoted+='\\'
          quoted+=${word:i:1}
        done
      }
      # Offers the sessions of home $3 that begin as $1 does; of those that are kept $2.
      __comity_sessions() {
        local typed=$1 kept=$2 home=$3 plain open opened quoted file line id name each
        local named='^\\{"version":1,"id":"[a-z0-9]+","name":"(([^"\\[:cntrl:]]|\\\\["\\])*)"'
        __comity_plain "$typed"
        [[ $opened == 0 || $opened$open == "1${typed:0:1}" ]] || return
        for file in "$home"/sessions/*.json; do
          id=${file##*/} id=${id%.json}
          [[ -f $file && -r $file && $id =~ ^[a-z0-9]{6,32}$ ]] || continue
          line= name=
          IFS= read -r -n @MOST@ line <"$file"
          [[ $kept == open && $line == *',"state":"closed"'* ]] && continue
          if [[ ${line:0:1000} =~ $named ]]; then
            name=${BASH_REMATCH[1]}
            name=${name//'\\\\'/$'\\1'} name=${name//'\\"'/'"'} name=${name//$'\\1'/'\\'}
          fi
          for each in "$name" "$id"; do
            [[ -n $each && $each == "$plain"* ]] || continue
            [[ $each == "$id" && -n $name && -z $plain ]] && continue
            __comity_quoted "$each" "$open" && COMPREPLY+=("$quoted")
          done
        done
      }
      """;

  private static final String ZSH =
      """
      # Offers the sessions of home $2; of those that are kept $1.
      __comity_sessions() {
        emulate -L zsh
        local kept=$1 home=$2 file line id name expl
        local named='^\\{"version":1,"id":"[a-z0-9]+","name":"(([^"\\[:cntrl:]]|\\\\["\\])*)"'
        local -a offered match mbegin mend
        zmodload zsh/system || return
        for file in $home/sessions/*.json(N-.r); do
          id=${file:t:r} line= name=
          [[ $id =~ '^[a-z0-9]{6,32}$' ]] || continue
          sysread -s @MOST@ line <$file
          [[ $kept == open && $line == *',"state":"closed"'* ]] && continue
          if [[ ${line[1,1000]} =~ $named ]]; then
            name=$match[1]
            name=${name//\\\\\\\\/$'\\1'} name=${name//\\\\\\"/\\"} name=${name//$'\\1'/\\\\}
          fi
          [[ -n $name ]] && offered+=("$name")
          [[ -z $name || -n $PREFIX ]] && offered+=($id)
        done
        _wanted sessions expl session compadd -a offered
      }
      """;

  /** For fish, which reads a line whole. */
  static final String FISH =
      """
      # The sessions of which one is to be named, of those that are kept $argv[1], where at most $argv[2] words stand.
      function __comity_sessions
          set -l words (__comity_words)
          or return
          test (count $words) -lt $argv[2]
          or return
          set -l home ~/.comity
          if test -n "$COMITY_HOME"
              set home $COMITY_HOME
          end
          set -l before
          for word in (commandline -opc)
              if test "$before" = --home
                  set home $word
              else if string match -q -- '--home=*' $word
                  set home (string replace -- --home= '' $word)
              end
              set before $word
          end
          set home (string replace -r -- '^~/' ~/ $home)
          for file in $home/sessions/*.json
              set -l id (string match -r -- '^.*/([a-z0-9]{6,32})\\.json$' $file)[2]
              test -n "$id" -a -f $file -a -r $file
              or continue
              set -l line
              read line <$file
              if test $argv[1] = open
                  and string match -q -- '*,"state":"closed"*' $line
                  continue
              end
              set -l name (string match -r -- '^\\\\{"version":1,"id":"[a-z0-9]+","name":"((?:[^"\\\\\\\\[:cntrl:]]|\\\\\\\\["\\\\\\\\])*)"' $line)[2]
              if test -n "$name"
                  set name (string replace -ar -- '\\\\\\\\(["\\\\\\\\])' '$1' $name)
                  printf '%s\\t%s\\n' $name $id
              end
              if test -z "$name" -o -n "$(commandline -ct)"
                  printf '%s\\t%s\\n' $id $name
              end
          end
      end
      """;
}
