package comity.cli;

import java.util.List;

/** The manual page, in the language of man(7). */
final class ManPage {
  private ManPage() {}

  static String page(List<Manual> manuals) {
    StringBuilder page = new StringBuilder();
    page.append(".TH COMITY 1 \"\" ").append(quoted(Main.VERSION)).append('\n');
    page.append(".SH NAME\ncomity, muster \\- where AI agents on your machine live and talk\n");
    page.append(".SH SYNOPSIS\n.B comity\n.I COMMAND\n[\\fIOPTIONS\\fR]\n");
    page.append(".SH COMMANDS\n");
    manuals.forEach(manual -> command(page, manual));
    page.append(".SH OPTIONS OF EVERY COMMAND\nThey stand anywhere before \\-\\-.\n");
    for (Globals.Option option : Globals.OPTIONS) {
      term(page, option.name(), option.value(), option.summary());
    }
    page.append(".SH EXIT STATUS\n");
    term(page, "0", "", "done");
    term(page, "1", "", "refused or failed; one line on standard error says why");
    term(page, "2", "", "wrong usage");
    term(page, "3", "", "not found");
    term(page, "4", "", "not allowed");
    term(page, "5", "", "the hub or host can't be reached; comity status: no hub runs");
    page.append(".SH ENVIRONMENT\n");
    term(page, "COMITY_HOME", "", "where Comity keeps everything; ~/.comity where it is not set");
    term(page, "COMITY_JAVA_HOME", "", "the JDK, of version 25 or newer");
    term(page, "COMITY_JAVA_OPTIONS", "", "more options for java");
    return page.toString();
  }

  private static void command(StringBuilder page, Manual manual) {
    page.append(".SS ").append(quoted("comity " + manual.words())).append('\n');
    page.append(".B ").append(text(("comity " + manual.words() + " " + manual.synopsis()).strip()));
    page.append('\n');
    manual.description().forEach(each -> page.append(".PP\n").append(text(each)).append('\n'));
    manual.operands().forEach(each -> term(page, each.label(), "", each.summary()));
    for (Manual.Option option : manual.options()) {
      term(page, String.join(", ", option.names()), option.value(), option.summary());
    }
    page.append(".PP\nFor example:\n.PP\n.nf\n");
    manual.examples().forEach(example -> page.append(text(example)).append('\n'));
    page.append(".fi\n");
  }

  private static void term(StringBuilder page, String name, String value, String summary) {
    page.append(".TP\n\\fB").append(text(name)).append("\\fR");
    if (!value.isEmpty()) {
      page.append(" \\fI").append(text(value)).append("\\fR");
    }
    page.append('\n').append(text(summary)).append('\n');
  }

  private static String quoted(String text) {
    return '"' + text(text).replace("\"", "\\(dq") + '"';
  }

  /** A line that begins with a dot or a quote would be taken as a request. */
  private static String text(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
