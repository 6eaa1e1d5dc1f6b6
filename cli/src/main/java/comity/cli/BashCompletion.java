package comity.cli;

import java.util.List;
import java.util.stream.Collectors;

/** The completion script of bash. */
final class BashCompletion {
  private BashCompletion() {}

  static String script(List<Manual> manuals) {
    Words words = new Words(manuals);
    return """
    # Completion of comity for bash.
    @SESSIONS@_comity() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} first= second= skip= word choices
      local count=0 kept= most=0 home=${COMITY_HOME:-${HOME-}/.comity} plain= open= opened=
      COMPREPLY=()
      # Words are also parted at the = between an option and its value.
      [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}
      [[ $cur == = ]] && cur=
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $word == = ]] && continue
        if [[ $skip == --home ]]; then
          __comity_plain "$word"
          home=$plain
          [[ $word == '~/'* ]] && home=$HOME/${plain:2}
        fi
        if [[ -n $skip ]]; then skip=; continue; fi
        case $word in
          --) return ;;
          @VALUE@) skip=$word ;;
          -*) ;;
          *) ((++count)); if [[ -z $first ]]; then first=$word; elif [[ -z $second ]]; then second=$word; fi ;;
        esac
      done
      case $prev in
        @FILE@) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        @VALUE@) return ;;
      esac
      case $first in
        '') choices='@FIRST@' ;;
    @CASES@    *) return ;;
      esac
      if [[ -n $kept && $cur != -* ]]; then
        ((count < most)) && __comity_sessions "$cur" $kept "$home"
        # A file of that name is not meant.
        [[ -n ${COMPREPLY-} ]] || compopt +o default 2>/dev/null
        return
      fi
      [[ $cur == -* ]] && choices+=' @GLOBAL@'
      COMPREPLY=($(compgen -W "$choices" -- "$cur"))
    }
    complete -o default -F _comity comity muster
    """
        .replace("@SESSIONS@", SessionWords.bash())
        .replace("@VALUE@", String.join(" | ", words.withValue()))
        .replace("@FILE@", String.join(" | ", words.withFile()))
        .replace("@FIRST@", String.join(" ", words.first()))
        .replace("@GLOBAL@", String.join(" ", words.global()))
        .replace("@CASES@", cases(words));
  }

  private static String cases(Words words) {
    StringBuilder text = new StringBuilder();
    for (String first : words.first()) {
      List<Manual> under = words.under(first);
      if (under.isEmpty()) {
        text.append("    ").append(first).append(") choices='");
        text.append(options(words.named(first))).append("'");
        text.append(sessions(words.named(first))).append(" ;;\n");
        continue;
      }
      text.append("    ").append(first).append(") case $second in\n");
      text.append("      '') choices='");
      text.append(
          under.stream()
              .map(each -> each.words().substring(first.length() + 1))
              .collect(Collectors.joining(" ")));
      text.append("' ;;\n");
      for (Manual each : under) {
        text.append("      ").append(each.words().substring(first.length() + 1));
        text.append(") choices='").append(options(each)).append("'");
        text.append(sessions(each)).append(" ;;\n");
      }
      text.append("    esac ;;\n");
    }
    return text.toString();
  }

  private static String sessions(Manual manual) {
    return SessionWords.of(manual)
        .map(named -> " kept=%s most=%d".formatted(named.kept(), named.most()))
        .orElse("");
  }

  private static String options(Manual manual) {
    return manual.options().stream()
        .flatMap(option -> option.names().stream())
        .collect(Collectors.joining(" "));
  }
}
