package io.coxswain.apiserver.store;

import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code acknowledged}: a lower bound for the content of the logs of a data directory.
 *
 * <p>A log that ends early looks the same whether a write was interrupted or acknowledged data was
 * cut off. This file makes the difference: after each sync of a log, and before a write is
 * acknowledged, the new end of the log is recorded here. The record itself is not synced each time,
 * so it adds no latency: it survives the end of the process immediately, and a power failure once
 * the kernel has written it back, within about half a minute. It is only written after the data it
 * describes is on disk, so an old record is a weaker bound, never a wrong one.
 *
 * <p>Two slots of one sector each are written alternately, so that one of them is always complete.
 * The file appears complete under its name, before the first log does.
 */
final class Acknowledged implements Closeable {
  static final String NAME = "acknowledged";
  private static final int MARK = 0x43584131; // "CXA1"
  private static final int SLOT = 512;
  private static final int LENGTH = 56;

  private final Path file;
  private final Journal journal;
  private final ReentrantLock lock = new ReentrantLock();
  private Position position;
  private long sequence;

  /**
   * What is known to be on disk.
   *
   * @param log the revision in the name of the last written log
   * @param offset its acknowledged length in bytes; 0 if it need not exist
   * @param revision the last acknowledged revision
   * @param snapshot the revision of the newest snapshot; 0 if there is none
   */
  record Position(long log, long offset, long revision, long snapshot) {}

  private Acknowledged(Path file, Journal journal, Position position, long sequence) {
    this.file = file;
    this.journal = journal;
    this.position = position;
    this.sequence = sequence;
  }

  static Acknowledged create(Files files, Path directory, Position position) throws IOException {
    Path file = directory.resolve(NAME);
    byte[] content = new byte[2 * SLOT];
    for (int slot = 0; slot < 2; slot++) {
      System.arraycopy(encode(slot, position), 0, content, slot * SLOT, LENGTH);
    }
    files.writeDurableSecret(file, content);
    return new Acknowledged(file, files.journal(file), position, 1);
  }

  /** The file of the directory; null if it does not exist. */
  static @Nullable Acknowledged open(Files files, Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    if (!files.exists(file)) {
      return null;
    }
    byte[] content = files.size(file) == 2 * SLOT ? files.read(file) : new byte[2 * SLOT];
    Position newest = null;
    long highest = -1;
    for (int slot = 0; slot < 2; slot++) {
      var in = ByteBuffer.wrap(content, slot * SLOT, LENGTH);
      if (in.getInt() != MARK || checksum(content, slot * SLOT) != in.getInt(slot * SLOT + 52)) {
        continue;
      }
      FileFormat.check(file, in.getInt());
      long sequence = in.getLong();
      if (sequence > highest) {
        highest = sequence;
        newest = new Position(in.getLong(), in.getLong(), in.getLong(), in.getLong());
      }
    }
    if (newest == null) {
      throw FileFormat.damaged(file, 0, "neither of its two copies matches its checksum");
    }
    return new Acknowledged(file, files.journal(file), newest, highest);
  }

  private static byte[] encode(long sequence, Position position) {
    var out = ByteBuffer.allocate(LENGTH);
    out.putInt(MARK).putInt(FileFormat.CURRENT).putLong(sequence);
    out.putLong(position.log).putLong(position.offset);
    out.putLong(position.revision).putLong(position.snapshot);
    out.putInt(52, checksum(out.array(), 0));
    return out.array();
  }

  private static int checksum(byte[] content, int slot) {
    var crc = new CRC32C();
    crc.update(Arrays.copyOfRange(content, slot, slot + 52));
    return (int) crc.getValue();
  }

  Path file() {
    return file;
  }

  Position position() {
    lock.lock();
    try {
      return position;
    } finally {
      lock.unlock();
    }
  }

  /** Records that the log is on disk up to the offset and revision. */
  void advance(long log, long offset, long revision) throws IOException {
    lock.lock();
    try {
      write(new Position(log, offset, revision, position.snapshot));
    } finally {
      lock.unlock();
    }
  }

  /** Records that the snapshot is on disk, and returns when this record is, too. */
  void snapshot(long revision) throws IOException {
    lock.lock();
    try {
      write(new Position(position.log, position.offset, position.revision, revision));
    } finally {
      lock.unlock();
    }
    sync();
  }

  private void write(Position next) throws IOException {
    sequence++;
    journal.overwrite((sequence & 1) * SLOT, encode(sequence, next));
    position = next;
  }

  void sync() throws IOException {
    journal.sync();
  }

  @Override
  public void close() throws IOException {
    try {
      sync();
    } finally {
      journal.close();
    }
  }
}
