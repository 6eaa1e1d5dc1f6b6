package comity.search;

import java.util.regex.Pattern;

/** Words for when something is, and questions that ask for it. */
final class Times {
  private static final Pattern TOLD =
      Pattern.compile(
          "\\b(?:yesterday|today|tonight|tomorrow|ago|recently|since|last|next|morning|evening"
              + "|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april"
              + "|may \\d|june|july|august|september|october|november|december"
              + "|(?:week|month|year)s?|(?:19|20)\\d\\d)\\b"
              + "|昨[天晚日]|前[天年]|今[天晚年早]|明[天年]|上[周週]|下[周週]|上个月|下个月|去年|[周週]末"
              + "|星期[一二三四五六日天]|[周週][一二三四五六日]|\\d{1,2}月|\\d{1,2}[日号號]|\\d{4}年|年前|天前",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ASKED =
      Pattern.compile(
          "\\bwhen\\b|\\b(?:what|which) (?:date|day|year|month|week|time)|\\bhow (?:long|recently)\\b"
              + "|什么时候|甚麼時候|什麼時候|何时|何時|哪[天年月一天]|几[月号日]|幾[月號日]|多久|多长时间",
          Pattern.CASE_INSENSITIVE);

  private Times() {}

  /** Whether a passage tells when something is. */
  static boolean areIn(String text) {
    return TOLD.matcher(text).find();
  }

  /** Whether a question asks when. */
  static boolean areAsked(String question) {
    return ASKED.matcher(question).find();
  }
}
