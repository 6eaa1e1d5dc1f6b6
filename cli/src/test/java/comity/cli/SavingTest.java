package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attachments that arrived, put into a folder. */
class SavingTest {
  @TempDir Path folder;

  private RunningHub hub;

  @BeforeEach
  void start() {
    hub = RunningHub.start(folder);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private static JsonObject file(String name, String text) {
    return JsonObject.empty()
        .with("type", "file")
        .with("name", name)
        .with("mime_type", "text/plain")
        .with("source", source("text/plain", text));
  }

  private static JsonObject source(String type, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return JsonObject.empty()
        .with("type", "base64")
        .with("media_type", type)
        .with("data", Base64.getEncoder().encodeToString(bytes));
  }

  private Ran send(List<JsonObject> blocks, String... more) throws IOException {
    Files.writeString(folder.resolve("content"), Json.text(JsonArray.of(blocks)));
    List<String> line = new ArrayList<>(List.of("send", "echo", "--content", "content"));
    line.addAll(List.of("--wait", "60"));
    line.addAll(List.of(more));
    return hub.run(line.toArray(String[]::new));
  }

  private String conversation(JsonObject... blocks) throws IOException {
    Ran ran = send(List.of(blocks), "--json");
    assertThat(ran.code()).as(ran.err()).isZero();
    return ProgramTest.json(ran.out()).string("conversation_id").orElseThrow();
  }

  private List<String> files(String name) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve(name))) {
      return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    }
  }

  @Test
  void theFilesOfAConversationAreShownAndSaved() throws IOException {
    JsonObject image =
        JsonObject.empty().with("type", "image").with("source", source("image/png", "P"));
    String id = conversation(file("report 1.pdf", "hello"), image);
    assertThat(hub.run("conversation", "show", id).out())
        .contains("    [file report 1.pdf, text/plain, 5 bytes]\n    [image, image/png, 1 byte]\n")
        .endsWith("\n--save DIR puts the attachments into a folder\n");
    Ran saved = hub.run("conversation", "show", id, "--save", "new/deep");
    assertThat(saved.code()).as(saved.err()).isZero();
    // The reply has the same file, which is not put twice; an image is called by its message.
    assertThat(files("new/deep")).containsExactly("image-1.png", "image-2.png", "report_1.pdf");
    assertThat(folder.resolve("new/deep/report_1.pdf")).hasContent("hello");
    assertThat(saved.out())
        .contains("saved " + folder.resolve("new/deep/report_1.pdf") + "\n")
        .doesNotContain("there already");
    assertThat(hub.run("conversation", "show", id, "--save", "new/deep").out())
        .contains("there already: " + folder.resolve("new/deep/report_1.pdf") + "\n");
    assertThat(files("new/deep")).hasSize(3);
  }

  @Test
  void theReplysFilesAreSavedAsItComes() throws IOException {
    JsonObject text = JsonObject.empty().with("type", "text").with("text", "see");
    Ran ran = send(List.of(text, file("a.log", "1")), "--save", "out");
    assertThat(ran)
        .isEqualTo(
            new Ran(
                0,
                "see\n[file a.log, text/plain, 1 byte]\n",
                "comity: saved " + folder.resolve("out/a.log") + "\n"));
    JsonObject json =
        ProgramTest.json(send(List.of(file("b.log", "2")), "--save", "out", "--json").out());
    assertThat(json.get("saved")).hasToString("[\"" + folder.resolve("out/b.log") + "\"]");
    assertThat(send(List.of(file("c.log", "3"))).err())
        .contains("the reply has attachments; comity conversation show conv-");
    Ran unwaited = hub.run("send", "echo", "hi", "--save", "out");
    assertThat(unwaited.code()).isEqualTo(2);
    assertThat(unwaited.err()).contains("--wait SECONDS");
  }

  @Test
  void nothingThatIsThereIsWrittenTo() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Path secret = Files.writeString(folder.resolve("secret"), "mine");
    Files.writeString(out.resolve("a.txt"), "other");
    Files.createSymbolicLink(out.resolve("b.txt"), secret);
    Files.createSymbolicLink(out.resolve("c.txt"), folder.resolve("nowhere"));
    Files.createDirectory(out.resolve("d.txt"));
    String id =
        conversation(
            file("a.txt", "1"), file("b.txt", "2"), file("c.txt", "3"), file("d.txt", "4"));
    assertThat(hub.run("conversation", "show", id, "--save", "out").code()).isZero();
    assertThat(files("out"))
        .containsExactly(
            "a-2.txt", "a.txt", "b-2.txt", "b.txt", "c-2.txt", "c.txt", "d-2.txt", "d.txt");
    assertThat(out.resolve("a.txt")).hasContent("other");
    assertThat(secret).hasContent("mine");
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }

  @Test
  void namesOfOthersStayInTheFolder() throws IOException {
    String id =
        conversation(
            file("../../escaped", "1"),
            file("/etc/passwd", "2"),
            file("..\\..\\windows", "3"),
            file(".bashrc", "4"),
            file("-rf", "5"),
            file("..", "6"),
            file("", "7"),
            file("dir/", "8"),
            file("x\u202Egpj.exe\u001b[2J", "9"),
            file("語".repeat(300) + ".txt", "10"));
    Ran ran = hub.run("conversation", "show", id, "--save", "deep/er/out");
    assertThat(ran.code()).as(ran.err()).isZero();
    try (Stream<Path> all = Files.walk(folder.resolve("deep"))) {
      assertThat(all.filter(Files::isRegularFile))
          .hasSize(10)
          .allMatch(each -> folder.resolve("deep/er/out").equals(each.getParent()));
    }
    assertThat(files("deep/er/out"))
        .contains("escaped", "passwd", "windows", "_bashrc", "_rf")
        .allMatch(name -> name.matches("[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]*"));
  }

  @Test
  void whereNothingCanBeSavedItSaysSo() throws IOException {
    Files.writeString(folder.resolve("taken"), "");
    String id = conversation(file("a", "1"));
    Ran ran = hub.run("conversation", "show", id, "--save", "taken");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains(folder.resolve("taken") + " is no folder");
    String bare =
        hub.json("send", "echo", "hi", "--wait", "60").string("conversation_id").orElseThrow();
    assertThat(hub.run("conversation", "show", bare, "--save", "out").out())
        .endsWith("there is no attachment to save\n");
    assertThat(hub.run("conversation", "show", "conv-none", "--save", "out2").code()).isEqualTo(3);
    assertThat(folder.resolve("out2")).doesNotExist();
  }
}
