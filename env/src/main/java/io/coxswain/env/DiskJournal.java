package io.coxswain.env;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A journal on the local disk. */
final class DiskJournal implements Journal {
  private final FileChannel channel;

  private DiskJournal(FileChannel channel) {
    this.channel = channel;
  }

  static DiskJournal open(Path path) throws IOException {
    boolean fresh = !java.nio.file.Files.exists(path);
    FileChannel channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    channel.position(channel.size());
    if (fresh) {
      syncDirectory(path);
    }
    return new DiskJournal(channel);
  }

  /** A new or renamed file is durable only after its directory has been synced. */
  static void syncDirectory(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      try (var opened = FileChannel.open(directory, StandardOpenOption.READ)) {
        opened.force(true);
      }
    }
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void append(byte[] bytes, int offset, int length) throws IOException {
    var buffer = ByteBuffer.wrap(bytes, offset, length);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  @Override
  public void overwrite(long position, byte[] bytes) throws IOException {
    var buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer, position + buffer.position());
    }
  }

  @Override
  public void sync() throws IOException {
    channel.force(false);
  }

  @Override
  public void truncate(long size) throws IOException {
    channel.truncate(size);
    channel.position(size);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
