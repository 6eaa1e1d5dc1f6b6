package comity.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NoLockFactory;

/** A folder whose files only their owner may read. Who writes holds a lock of ours. */
final class PrivateDirectory extends FilterDirectory {
  private final Path folder;
  private final boolean posix;

  PrivateDirectory(Path folder) throws IOException {
    super(new MMapDirectory(folder, NoLockFactory.INSTANCE));
    this.folder = folder;
    this.posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  @Override
  public IndexOutput createOutput(String name, IOContext context) throws IOException {
    IndexOutput output = super.createOutput(name, context);
    hide(name);
    return output;
  }

  @Override
  public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
      throws IOException {
    IndexOutput output = super.createTempOutput(prefix, suffix, context);
    hide(output.getName());
    return output;
  }

  private void hide(String name) throws IOException {
    if (posix) {
      Files.setPosixFilePermissions(
          folder.resolve(name), PosixFilePermissions.fromString("rw-------"));
    }
  }
}
