package comity.search;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates as people write them in file names and headings. */
final class Days {
  /** The names of months begin with these three letters each. */
  static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final String MONTH =
      "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
          + "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile(
              "(?<!\\d)(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})(?!\\d)"),
          Pattern.compile(
              "(?<!\\d)(?<year>\\d{4}) ?年 ?(?<month>\\d{1,2}) ?月 ?(?<day>\\d{1,2}) ?[日号]"),
          Pattern.compile(
              "(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? "
                  + MONTH
                  + ",? (?<year>\\d{4})(?!\\d)"),
          Pattern.compile(
              "(?<![a-z])" + MONTH + " (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})(?!\\d)"));

  private Days() {}

  /** The first date in a text, as days since 1970-01-01; empty where there is none. */
  static OptionalLong in(String text) {
    String low = text.toLowerCase(Locale.ROOT);
    for (Pattern form : FORMS) {
      Matcher matcher = form.matcher(low);
      while (matcher.find()) {
        try {
          return OptionalLong.of(
              LocalDate.of(
                      Integer.parseInt(matcher.group("year")),
                      month(matcher.group("month")),
                      Integer.parseInt(matcher.group("day")))
                  .toEpochDay());
        } catch (DateTimeException none) {
          // The 31st of February is no day; another may follow.
        }
      }
    }
    return OptionalLong.empty();
  }

  private static int month(String written) {
    int named = written.length() < 3 ? -1 : MONTHS.indexOf(written.substring(0, 3));
    return named >= 0 ? named + 1 : Integer.parseInt(written);
  }
}
