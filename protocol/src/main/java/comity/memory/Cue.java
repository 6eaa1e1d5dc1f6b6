package comity.memory;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which words a decision, a task or a lesson is known in what somebody says.
 *
 * @param text of the entry
 */
record Cue(Entry.Kind kind, String text) {
  private static final String BULLET =
      "[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?(?:#{1,6}[ \\t]+)?";

  /** A label at the beginning of a line, which nobody writes by chance. */
  private enum Label {
    DECISION(Entry.Kind.DECISION, "", "(?:final )?decision|decided|we decided|(?:最终)?(?:决定|决策)|结论"),
    LESSON(
        Entry.Kind.NOTE,
        "",
        "lessons?(?: learned)?|learned|takeaways?|remember|key (?:learning|insight)|gotcha|教训|经验教训|经验|记住|切记"),
    DONE(Entry.Kind.TASK, "done: ", "done|finished|completed|完成|已完成"),
    BLOCKED(Entry.Kind.TASK, "blocked: ", "blocked|阻塞|受阻"),
    TASK(Entry.Kind.TASK, "", "to-?do|(?:new )?task|action item|待办(?:事项)?|新任务");

    private final Entry.Kind kind;
    private final String before;
    private final Pattern line;

    Label(Entry.Kind kind, String before, String words) {
      this.kind = kind;
      this.before = before;
      this.line =
          Pattern.compile(
              BULLET
                  + "(?:\\*\\*|__)?(?:"
                  + words
                  + ")(?:\\*\\*|__)?[ \\t]*[:：](?:\\*\\*|__)?[ \\t]*(?<text>\\S.*)",
              Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }
  }

  /** An item with a box, which is a task. */
  private static final Pattern BOX =
      Pattern.compile(
          "[ \\t]*[-*+][ \\t]+(?:\\[(?<box>[ xX])\\])[ \\t]+(?<text>\\S.*)", Pattern.DOTALL);

  /** Words in a sentence; only what people say, and what ends an answer, is looked at for these. */
  private enum Phrase {
    DECISION(
        Entry.Kind.DECISION,
        "\\b(?:we|i|they|the team|everyone|all of us)(?:'ve| have| has)?(?: all| now| finally| just| also)?"
            + " (?:decided|agreed|settled|concluded|opted)\\b"
            + "|\\b(?:it (?:was|is|has been)|was) (?:decided|agreed) (?:that|to)\\b"
            + "|\\blet'?s (?:go|stick) with\\b"
            + "|\\b(?:we|i)(?:'ll| will|'re| are)(?: now)? (?:go|going|stick|sticking) with\\b"
            + "|\\bthe (?:final )?decision is\\b"
            + "|\\bfrom now on\\b"
            + "|(?:我们|咱们|大家|团队|会上|最终|最后|一致|已经?|都)(?:[^，。！？；]{0,6})?(?:决定|商定|敲定|拍板|选定|定下)"
            + "|^(?:那)?就(?:用|选|定|采用)[^，。！？；]{1,40}(?:吧|了)"
            + "|^决定(?!于|性|权|因素|要素)"
            + "|(?:结论|决定)(?:是|为)(?!什么|否)|从现在(?:起|开始)|今后(?:都|一律|统一)"),
    LESSON(
        Entry.Kind.NOTE,
        "\\blessons? (?:learned|learnt|here|is|was)\\b|\\b(?:we|i)(?:'ve| have)? (?:learned|learnt) (?:that|to|the hard way)\\b"
            + "|\\bthe (?:key )?(?:takeaway|lesson) (?:is|was|here)\\b"
            + "|\\b(?:please )?remember (?:that|to|this)\\b|\\b(?:don't|do not|never) forget (?:that|to|the)\\b"
            + "|\\bkeep in mind\\b|\\bfor (?:future reference|the record)\\b|\\bnote to self\\b"
            + "|(?:教训|经验)(?:是|就是)(?!什么)|(?:请|要|帮我|你要|务必)?(?:记住|记得|牢记|别忘了?|不要忘记)|吸取(?:了)?教训"),
    TASK(
        Entry.Kind.TASK,
        "\\badd (?:a |this |another )?(?:task|to-?do)(?: to the list)?(?: to|:)? (?<said>.+)"
            + "|\\bput (?<said2>.+) on (?:the|my|our) (?:to-?do|task) list\\b"
            + "|(?:添加|新增|加)(?:一个|个|一条|条)?(?:待办|任务)[:：，,]?(?<said3>.+)"),
    DONE(
        Entry.Kind.TASK,
        "^(?:i'm|i am|we're|we are|ok(?:ay)?,?|now)? ?(?:all )?done with (?<said>.+)"
            + "|^(?:i|we)(?:'ve| have)? (?:finished|completed) (?<said2>.+)"
            + "|^(?:我|我们|咱们|已经?)+(?:做完|完成|搞定|弄完)了?(?<said3>.+)"
            + "|^(?<said4>[^，。！？；]{2,40}?)(?:已经?)?(?:完成|做完|搞定|弄完)了$");

    private final Entry.Kind kind;
    private final Pattern words;

    Phrase(Entry.Kind kind, String words) {
      this.kind = kind;
      this.words = Pattern.compile(words, Pattern.CASE_INSENSITIVE);
    }
  }

  /** What makes a sentence a question, a wish, a condition or the opposite, wherever it stands. */
  private static final Pattern UNSURE =
      Pattern.compile(
          "[?？]\\s*[\"'”)*_]*$|(?:吗|呢|么)[。！!~]*$|\\b(?:whether|maybe|perhaps|if|unless|should we|shall we|could we"
              + "|can we|do we|did we|have we|what if|not sure|unsure|might|not sure|i wonder)\\b"
              + "|如果|假如|要是|是否|是不是|要不要|也许|可能|或许|万一|能否|可否|尚未|还没|未曾",
          Pattern.CASE_INSENSITIVE);

  /** Before the words it takes them back. */
  private static final Pattern NEGATION =
      Pattern.compile(
          "(?:\\b(?:not|never|nobody|no one|none|neither|hardly|haven't|hasn't|hadn't|didn't|don't|doesn't|isn't|aren't"
              + "|wasn't|can't|cannot|won't|until|before|once|when|after|as soon as|without|unless|say|says|said)\\b"
              + "|没有?|未|不|别|当|等|之前)[^,.;，。；]{0,40}$",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern NEGATED_INSIDE =
      Pattern.compile(
          "haven't|have not|not yet|没有?(?:决定|完成|做完)|未(?:决定|完成)|不(?:决定|记得)",
          Pattern.CASE_INSENSITIVE);

  /** The labels of a line; empty where it has none. */
  static Optional<Cue> ofLine(String line) {
    Matcher box = BOX.matcher(line);
    if (box.matches()) {
      String done = box.group("box").isBlank() ? "" : "done: ";
      return Optional.of(new Cue(Entry.Kind.TASK, done + box.group("text").strip()));
    }
    for (Label label : Label.values()) {
      Matcher labelled = label.line.matcher(line);
      if (labelled.matches()) {
        String text = labelled.group("text").strip();
        return isQuestion(text) || isEmpty(text)
            ? Optional.empty()
            : Optional.of(new Cue(label.kind, label.before + text));
      }
    }
    return Optional.empty();
  }

  private static boolean isQuestion(String text) {
    return text.matches("(?s).*[?？][\"'”)*_]*\\s*");
  }

  /** What says that there is nothing to say. */
  private static boolean isEmpty(String text) {
    return text.matches(
        "(?iu)(?:none|nothing|n/?a|tbd|pending|not yet.*|no decision.*|unknown|无|没有|暂无|待定|未定)[.。!]?");
  }

  /** What a sentence says; empty where it says nothing to keep. */
  static Optional<Cue> ofSentence(String sentence) {
    String bare =
        sentence.replace('’', '\'').replaceAll("`[^`]*`", "…").replaceAll("[\"“][^\"”]*[\"”]", "…");
    if (UNSURE.matcher(bare).find()) {
      return Optional.empty();
    }
    for (Phrase phrase : Phrase.values()) {
      Matcher words = phrase.words.matcher(bare);
      while (words.find()) {
        if (!NEGATION.matcher(bare.substring(0, words.start())).find()
            && !NEGATED_INSIDE.matcher(words.group()).find()) {
          return Optional.of(new Cue(phrase.kind, text(phrase, words, sentence)));
        }
      }
    }
    return Optional.empty();
  }

  /** Of a task what it is, of all else the sentence. */
  private static String text(Phrase phrase, Matcher words, String sentence) {
    if (phrase.kind != Entry.Kind.TASK) {
      return sentence.strip();
    }
    String said = "";
    for (String group : List.of("said", "said2", "said3", "said4")) {
      if (words.namedGroups().containsKey(group) && words.group(group) != null) {
        said = words.group(group).strip();
      }
    }
    String plain =
        said.replaceFirst("^(?:the|a|an|了|:|：)[ \\t]*(?=\\S)", "").replaceFirst("[.!。！]+$", "");
    return (phrase == Phrase.DONE ? "done: " : "") + plain.strip();
  }
}
