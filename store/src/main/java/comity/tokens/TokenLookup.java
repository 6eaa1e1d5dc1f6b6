package comity.tokens;

import comity.files.FileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds tokens for a process that stays: it reads the file again when that has changed, so that a
 * token holds, and stops to hold, from the next request on. A file that can't be read opens
 * nothing.
 */
public final class TokenLookup {
  private final Tokens tokens;
  private final Consumer<String> trouble;
  private @Nullable Stamp seen;
  private List<Token> known = List.of();

  /** What a change shows in: a file that is replaced has another time or another inode. */
  private record Stamp(FileTime changed, long size, @Nullable Object key) {}

  /** {@code trouble} is told why a changed file opens nothing. */
  public TokenLookup(Tokens tokens, Consumer<String> trouble) {
    this.tokens = tokens;
    this.trouble = trouble;
  }

  /** The token of this text, if it is valid now. */
  public Optional<Token> find(String text, long now) {
    byte[] hash = Tokens.hash(text).getBytes(StandardCharsets.US_ASCII);
    return known().stream()
        .filter(
            each -> MessageDigest.isEqual(each.sha256().getBytes(StandardCharsets.US_ASCII), hash))
        .findFirst()
        .filter(each -> each.isValid(now));
  }

  /** Whether the token of this id still holds. */
  public boolean isValid(String id, long now) {
    return known().stream().anyMatch(each -> each.id().equals(id) && each.isValid(now));
  }

  private synchronized List<Token> known() {
    Stamp now = stamp();
    if (now == null || !now.equals(seen)) {
      // Looked at before it is read: a change in between is seen as one.
      seen = now;
      known = now == null ? List.of() : read();
    }
    return known;
  }

  private List<Token> read() {
    try {
      return switch (tokens.read()) {
        case Tokens.Reading.Read(List<Token> all) -> all;
        case Tokens.Reading.Damaged(String why) -> {
          trouble.accept(why);
          yield List.of();
        }
      };
    } catch (FileException failed) {
      trouble.accept(String.valueOf(failed.getMessage()));
      return List.of();
    }
  }

  private @Nullable Stamp stamp() {
    try {
      BasicFileAttributes is = Files.readAttributes(tokens.path(), BasicFileAttributes.class);
      return new Stamp(is.lastModifiedTime(), is.size(), is.fileKey());
    } catch (IOException notThere) {
      return null;
    }
  }
}
