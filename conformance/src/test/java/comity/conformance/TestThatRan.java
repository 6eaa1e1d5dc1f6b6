package comity.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A test or a group of tests, as JUnit's open test report tells it. A group can fail by itself, for
 * instance in its set-up.
 *
 * @param name its own name behind those of the groups around it
 * @param tags its own and those of the groups around it
 * @param status {@code SUCCESSFUL}, {@code FAILED}, {@code ABORTED}, {@code SKIPPED}; {@code CUT
 *     OFF} where the report ends before it does
 * @param reason why, in one line
 */
record TestThatRan(String name, Set<String> tags, boolean isTest, String status, String reason) {

  /** A line of a stack trace that tells where, not why. */
  private static final Pattern PLACE = Pattern.compile("at \\S+\\(|\\.\\.\\. \\d+ (more|common)");

  TestThatRan {
    tags = Set.copyOf(tags);
  }

  /** What one module's report tells. */
  static List<TestThatRan> read(Path report) throws IOException {
    Map<String, TestThatRan> byId = new LinkedHashMap<>();
    try (InputStream in = Files.newInputStream(report)) {
      XMLInputFactory factory = XMLInputFactory.newFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      read(factory.createXMLStreamReader(in), byId);
    } catch (XMLStreamException cut) {
      // The JVM of the tests died while it wrote; what it had told counts, and the rest is cut off.
    }
    return new ArrayList<>(byId.values());
  }

  private static void read(XMLStreamReader xml, Map<String, TestThatRan> byId)
      throws XMLStreamException {
    String id = "";
    while (xml.hasNext()) {
      if (xml.next() != XMLStreamConstants.START_ELEMENT) {
        continue;
      }
      switch (xml.getLocalName()) {
        case "started" -> {
          id = attribute(xml, "id");
          byId.put(id, started(xml, byId.get(attribute(xml, "parentId"))));
        }
        case "finished" -> id = attribute(xml, "id");
        case "tag" -> byId.computeIfPresent(id, (_, test) -> test.tagged(text(xml)));
        case "type" -> byId.computeIfPresent(id, (_, test) -> test.typed(text(xml)));
        case "result" -> {
          String status = attribute(xml, "status");
          byId.computeIfPresent(id, (_, test) -> test.ended(status, test.reason()));
        }
        case "reason", "throwable" ->
            byId.computeIfPresent(id, (_, test) -> test.ended(test.status(), reason(text(xml))));
        default -> {}
      }
    }
  }

  private static TestThatRan started(XMLStreamReader xml, @Nullable TestThatRan around) {
    String name = attribute(xml, "name");
    return around == null
        ? new TestThatRan("", Set.of(), false, "CUT OFF", "")
        : new TestThatRan(
            (around.name() + " " + name).strip(), around.tags(), false, "CUT OFF", "");
  }

  private TestThatRan tagged(String tag) {
    Set<String> more = new TreeSet<>(tags);
    more.add(tag);
    return new TestThatRan(name, more, isTest, status, reason);
  }

  private TestThatRan typed(String type) {
    return new TestThatRan(name, tags, type.contains("TEST"), status, reason);
  }

  private TestThatRan ended(String newStatus, String newReason) {
    return new TestThatRan(name, tags, isTest, newStatus, newReason);
  }

  /** The messages of a stack trace and of its causes in one line, without its places. */
  static String reason(String trace) {
    return trace
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !PLACE.matcher(line).lookingAt())
        .collect(Collectors.joining(" "));
  }

  private static String attribute(XMLStreamReader xml, String name) {
    String value = xml.getAttributeValue(null, name);
    return value == null ? "" : value;
  }

  private static String text(XMLStreamReader xml) {
    try {
      return xml.getElementText();
    } catch (XMLStreamException cut) {
      return "";
    }
  }
}
