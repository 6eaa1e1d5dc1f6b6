package comity.messages;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What a message becomes on an agent's input (MSG-42).
 *
 * <p>The first line names the sender as untrusted; each line from outside follows behind {@code "|
 * "}, so that none is at the start of a line that a shell or an agent's prompt takes as a command.
 *
 * @param files what the message carried, to be written under the folder named to {@link #of}
 */
public record Prompt(String text, List<Attachment> files) {
  /** A file of the message, under a name that is safe and not used twice in it. */
  public record Attachment(String name, String mediaType, byte[] data) {}

  private static final String QUOTE = "| ";

  public Prompt {
    files = List.copyOf(files);
  }

  /**
   * The prompt of a message.
   *
   * @param folder where the files will be, as the agent sees it
   */
  public static Prompt of(Envelope envelope, String conversationId, String folder) {
    List<Attachment> files = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    text.append("[comity] untrusted message from ")
        .append(shellSafe(envelope.from().toString()))
        .append(" in ")
        .append(shellSafe(conversationId))
        .append('\n');
    int number = 0;
    for (Block block : envelope.content()) {
      number++;
      switch (block) {
        case Block.Text(String body) -> quote(body, text);
        case Block.Code(String language, String code) -> {
          quote("```" + SafeText.line(language), text);
          quote(code, text);
          quote("```", text);
        }
        case Block.Image(ContentSource source) ->
            attach("image", number + "-image" + extension(source), "", source, folder, files, text);
        case Block.File(String name, String mimeType, ContentSource source) ->
            attach(
                "file",
                number + "-" + SafeText.fileName(name),
                mimeType,
                source,
                folder,
                files,
                text);
        case Block.Unknown unknown ->
            quote("[" + SafeText.line(unknown.type()) + "] " + unknown.json(), text);
      }
    }
    return new Prompt(text.toString(), files);
  }

  private static void attach(
      String kind,
      String name,
      String mimeType,
      ContentSource source,
      String folder,
      List<Attachment> files,
      StringBuilder text) {
    switch (source) {
      case ContentSource.Url(String url, _) -> quote("[" + kind + "] " + SafeText.line(url), text);
      case ContentSource.Base64(String mediaType, String data) -> {
        String type = mimeType.isEmpty() ? mediaType : mimeType;
        files.add(new Attachment(name, type, Base64.getDecoder().decode(data)));
        quote("[" + kind + "] " + folder + "/" + name + " (" + SafeText.line(type) + ")", text);
      }
    }
  }

  private static String extension(ContentSource source) {
    return MediaType.ending(
        switch (source) {
          case ContentSource.Url(_, String type) -> type;
          case ContentSource.Base64(String type, _) -> type;
        });
  }

  private static void quote(String body, StringBuilder text) {
    for (String line : SafeText.plain(body).split("\n", -1)) {
      text.append(QUOTE).append(line).append('\n');
    }
  }

  /** Addresses may hold characters that a shell acts on; on the first line they must not. */
  private static String shellSafe(String text) {
    return SafeText.line(text).replaceAll("[^A-Za-z0-9._~:/%\\[\\]-]", "_");
  }
}
