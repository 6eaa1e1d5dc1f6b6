package comity.cli;

import comity.messages.AgentPattern;
import comity.messages.AgentUri;
import comity.roles.Digest;
import comity.sessions.Activity;
import comity.sessions.Session;
import java.util.EnumSet;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * The forms that words of a command line have. picocli asks one for each word and takes what is
 * wrong as an exception; it is wrong usage, whether a hub runs or not.
 */
final class Forms {
  /** As {@code message_id} and {@code conversation_id} of an envelope. */
  private static final int LONGEST_ID = 256;

  private static final int MAX_PORT = 65_535;

  private Forms() {}

  private static CommandLine.TypeConversionException wrong(String why) {
    return new CommandLine.TypeConversionException(why);
  }

  /** {@code agent://authority/agent-id}. */
  static final class Address implements CommandLine.ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return switch (AgentUri.read(text)) {
        case AgentUri.Reading.Read _ -> text;
        case AgentUri.Reading.Malformed(String reason) ->
            throw wrong(
                text
                    + " is no agent address: it "
                    + reason
                    + "; write agent://HOST/ID, as in agent://example.org/qa");
      };
    }
  }

  /** An address, or the id of an agent of this hub. */
  static final class Agent implements CommandLine.ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.contains("://")) {
        return new Address().convert(text);
      }
      String fault = AgentUri.idFault(text);
      if (!fault.isEmpty()) {
        throw wrong("\"" + text + "\" is no agent-id: it " + fault);
      }
      return text;
    }
  }

  /** An agent-id to be: one that needs no escapes in an address and no quotes in a shell. */
  static final class NewAgent implements CommandLine.ITypeConverter<String> {
    private static final Pattern OTHERS = Pattern.compile("[^\\p{L}\\p{M}\\p{Nd}._~/-]+");

    @Override
    public String convert(String text) {
      new Agent().convert(text);
      if (OTHERS.matcher(text).find()) {
        String near = OTHERS.matcher(text).replaceAll("-").replaceAll("^-+|-+$", "");
        throw wrong(
            "\""
                + text
                + "\" is no agent-id: it may have letters, digits, - . _ ~ and / between parts"
                + (near.isEmpty() ? "" : ", as in " + near)
                + "; a name for people goes into --name");
      }
      return text;
    }
  }

  /** Which agents a key, a peer or a rule is for. */
  static final class Agents implements CommandLine.ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return switch (AgentPattern.read(text)) {
        case AgentPattern.Reading.Read _ -> text;
        case AgentPattern.Reading.Malformed(String reason) ->
            throw wrong(
                text
                    + " names no agents: it "
                    + reason
                    + "; write agent://HOST/ID, or 'agent://HOST/*' for all of a host");
      };
    }
  }

  /** The id of a conversation, trace or message, which may be another hub's. */
  static final class Id implements CommandLine.ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.isBlank()
          || text.length() > LONGEST_ID
          || text.chars().anyMatch(Character::isISOControl)) {
        throw wrong(
            "\""
                + text
                + "\" is no id: it has 1 to "
                + LONGEST_ID
                + " characters, none of control");
      }
      if (text.startsWith("agent://")) {
        throw wrong(text + " is an address, where an id is wanted");
      }
      return text;
    }
  }

  private static int number(String option, String text, int least, int most) {
    boolean isNumber = text.matches("-?[0-9]{1,10}");
    long number = isNumber ? Long.parseLong(text) : 0;
    if (!isNumber || number < least || number > most) {
      throw wrong(option + " takes a whole number from " + least + " to " + most + ", not " + text);
    }
    return (int) number;
  }

  /** A TCP port; 0 is any. */
  static final class Port implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number("--port", text, 0, MAX_PORT);
    }
  }

  /** How many, of a listing: more would be no page. */
  static final class Limit implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number("--limit", text, 1, 1_000);
    }
  }

  /** Seconds of waiting: the hub waits no longer. */
  static final class Wait implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number("--wait", text, 0, 600);
    }
  }

  /** Tokens: more is no budget. */
  static final class Budget implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number("--budget", text, Digest.MIN_BUDGET, 10_000_000);
    }
  }

  /** Days: the notes of today and yesterday are still read. */
  static final class Days implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number("--older-than", text, 1, 36_500);
    }
  }

  /** The number of a message in its conversation, or 0. */
  static final class After implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return number("--after", text, 0, Integer.MAX_VALUE);
    }
  }

  /** A key that is typed with the control key. */
  static final class ControlKey implements CommandLine.ITypeConverter<Character> {
    @Override
    public Character convert(String text) {
      String low = text.toLowerCase(java.util.Locale.ROOT);
      if (low.length() == 6 && low.startsWith("ctrl-")) {
        char sign = low.charAt(5);
        if ((sign >= 'a' && sign <= 'z') || "\\]^_@".indexOf(sign) >= 0) {
          return sign;
        }
      }
      throw new CommandLine.TypeConversionException(
          text + " is no key such as ctrl-\\, ctrl-] or ctrl-q");
    }
  }

  /** How long is waited for a session. */
  static final class Timeout implements CommandLine.ITypeConverter<Integer> {
    private static final int WEEK = 7 * 24 * 60 * 60;

    @Override
    public Integer convert(String text) {
      if (text.matches("[0-9]{1,7}") && Integer.parseInt(text) <= WEEK && !text.equals("0")) {
        return Integer.valueOf(text);
      }
      throw new CommandLine.TypeConversionException(
          "--timeout takes a whole number of seconds from 1 to " + WEEK + ", not " + text);
    }
  }

  /** What an agent may be at. */
  static final class ActivityState implements CommandLine.ITypeConverter<Activity.State> {
    @Override
    public Activity.State convert(String text) {
      for (Activity.State state : EnumSet.allOf(Activity.State.class)) {
        if (Session.word(state).equals(text)) {
          return state;
        }
      }
      throw new CommandLine.TypeConversionException(
          text + " is none of working, waiting, attention, idle and exited");
    }
  }
}
