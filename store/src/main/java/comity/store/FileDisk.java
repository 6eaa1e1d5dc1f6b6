package comity.store;

import comity.files.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** The file system itself. */
final class FileDisk implements Disk {
  private record ChannelOutput(FileChannel channel) implements Output {
    @Override
    public void write(ByteBuffer bytes, long at) throws IOException {
      long next = at;
      while (bytes.hasRemaining()) {
        next += channel.write(bytes, next);
      }
    }

    /** Segments have their whole size from the start: their length never changes. */
    @Override
    public void flush() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  @Override
  public Output create(Path file) throws IOException {
    return new ChannelOutput(
        RegularFile.open(
            file,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE),
            PrivateFiles.attributes(file)));
  }

  @Override
  public Output open(Path file) throws IOException {
    return new ChannelOutput(RegularFile.open(file, Set.of(StandardOpenOption.WRITE)));
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void flushFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
