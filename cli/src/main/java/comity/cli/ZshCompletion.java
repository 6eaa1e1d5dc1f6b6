package comity.cli;

import java.util.List;

/** The completion script of zsh. */
final class ZshCompletion {
  private ZshCompletion() {}

  static String script(List<Manual> manuals) {
    Words words = new Words(manuals);
    return """
    #compdef comity muster
    # Completion of comity for zsh.
    @SESSIONS@_comity() {
      local first= second= skip= word count=0 kept= most=0 home=${COMITY_HOME:-$HOME/.comity}
      local -a choices
      for word in ${words[2,CURRENT-1]}; do
        [[ $word == --home=* ]] && skip=--home word=${word#--home=}
        if [[ $skip == --home ]]; then
          home=${(Q)word}
          [[ $word == '~/'* ]] && home=$HOME/${home#'~/'}
        fi
        if [[ -n $skip ]]; then skip=; continue; fi
        case $word in
          --) _files; return ;;
          @VALUE@) skip=$word ;;
          -*) ;;
          *) ((++count)); if [[ -z $first ]]; then first=$word; elif [[ -z $second ]]; then second=$word; fi ;;
        esac
      done
      case ${words[CURRENT-1]} in
        @FILE@) _files; return ;;
        @VALUE@) _message value; return ;;
      esac
      case $first in
        '') choices=(
    @FIRST@      ) ;;
    @CASES@  esac
      if [[ -n $kept && ${words[CURRENT]} != -* ]]; then
        ((count < most)) && __comity_sessions $kept $home
        return
      fi
      [[ ${words[CURRENT]} == -* ]] && choices+=(
    @GLOBAL@    )
      _describe comity choices || _files
    }
    if [[ ${funcstack[1]} == _comity ]]; then _comity "$@"; else compdef _comity comity muster; fi
    """
        .replace("@SESSIONS@", SessionWords.zsh())
        .replace("@VALUE@", String.join(" | ", words.withValue()))
        .replace("@FILE@", String.join(" | ", words.withFile()))
        .replace("@FIRST@", first(words))
        .replace("@GLOBAL@", global())
        .replace("@CASES@", cases(words));
  }

  private static String first(Words words) {
    StringBuilder text = new StringBuilder();
    words.first().forEach(first -> choice(text, first, words.summary(first)));
    return text.toString();
  }

  private static String global() {
    StringBuilder text = new StringBuilder();
    Globals.OPTIONS.forEach(option -> choice(text, option.name(), option.summary()));
    choice(text, "--help", "show the help of the command");
    return text.toString();
  }

  private static String cases(Words words) {
    StringBuilder text = new StringBuilder();
    for (String first : words.first()) {
      List<Manual> under = words.under(first);
      text.append("    ").append(first).append(") ");
      if (under.isEmpty()) {
        options(text, words.named(first));
        continue;
      }
      text.append("case $second in\n    '') choices=(\n");
      for (Manual each : under) {
        choice(text, each.words().substring(first.length() + 1), each.summary());
      }
      text.append("      ) ;;\n");
      for (Manual each : under) {
        text.append("    ").append(each.words().substring(first.length() + 1)).append(") ");
        options(text, each);
      }
      text.append("    esac ;;\n");
    }
    return text.toString();
  }

  private static void options(StringBuilder text, Manual manual) {
    text.append("choices=(\n");
    for (Manual.Option option : manual.options()) {
      option.names().forEach(name -> choice(text, name, option.summary()));
    }
    text.append("      )");
    SessionWords.of(manual)
        .ifPresent(named ->
            text.append(" kept=").append(named.kept()).append(" most=").append(named.most()));
    text.append(" ;;\n");
  }

  private static void choice(StringBuilder text, String word, String summary) {
    text.append("      '").append(word).append(':');
    text.append(summary.replace("'", "'\\''").replace(":", "\\:")).append("'\n");
  }
}
