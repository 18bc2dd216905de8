package io.coxswain.apiserver.store;

import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One log in a data directory.
 *
 * @param number the revision of its first commit, which is in its name
 * @param head null if the file does not begin with a complete header
 */
record LogFile(Path path, long number, @Nullable Head head) {
  private static final byte HEAD = 'L';
  static final byte BATCH = 'B';
  private static final int CHAIN_BYTES = 16;

  /**
   * The header of a log.
   *
   * @param previous the number of the previous log; 0 if there is none or it is unknown
   * @param previousSize the valid length of the previous log; what follows there was never
   *     acknowledged
   */
  record Head(int format, long previous, long previousSize) {}

  static LogFile of(Files files, Path path, long number) throws IOException {
    try (var reader = new FrameReader(files, path)) {
      ByteBuffer payload = reader.next();
      return new LogFile(path, number, payload == null ? null : head(path, payload));
    }
  }

  private static @Nullable Head head(Path path, ByteBuffer payload) throws IOException {
    if (payload.remaining() < Records.HEAD || payload.get() != HEAD) {
      return null;
    }
    int format = payload.getInt();
    FileFormat.check(path, format);
    payload.getLong();
    return payload.remaining() < CHAIN_BYTES
        ? new Head(format, 0, 0)
        : new Head(format, payload.getLong(), payload.getLong());
  }

  /** Creates a log that is on disk, with its header, as soon as it has its name. */
  static Journal create(Files files, Path path, long number, Head head) throws IOException {
    var chain = ByteBuffer.allocate(CHAIN_BYTES);
    chain.putLong(head.previous).putLong(head.previousSize);
    byte[] frame = Records.frame(HEAD, head.format, number, chain.array());
    Path temporary = path.resolveSibling("log.new");
    files.delete(temporary);
    Journal journal = files.journal(temporary);
    try {
      journal.append(frame, 0, frame.length);
      journal.sync();
      files.rename(temporary, path);
      return journal;
    } catch (IOException e) {
      journal.close();
      throw e;
    }
  }

  /** Whether it has the format without a chain. */
  boolean isOld() {
    return head == null || head.format == FileFormat.FIRST;
  }

  /** Whether records of the form may be appended. */
  boolean allows(RecordForm form) {
    return head != null && head.format >= form.format();
  }

  /** The end of the valid frames, and its revision. */
  record End(long offset, long revision, boolean torn) {}

  /**
   * Reads the commits.
   *
   * @param before the revision that the first commit must follow
   * @param limit the valid length of the file
   * @param form how objects are sealed
   */
  End read(Files files, long before, long limit, RecordForm form, DataDirectory.Reader into)
      throws IOException {
    long revision = before;
    try (var reader = new FrameReader(files, path, limit)) {
      while (!reader.atEnd()) {
        long start = reader.offset();
        ByteBuffer payload = reader.next();
        if (payload == null) {
          if (reader.anyAfter()) {
            throw FileFormat.damaged(
                path, start, "the data does not match its checksum, and sound data follows it");
          }
          return new End(start, revision, true);
        }
        try {
          revision = readFrame(payload, start, revision, form, into);
        } catch (Records.UnreadableException e) {
          throw e.in(path, start);
        } catch (BufferUnderflowException
            | NegativeArraySizeException
            | IllegalArgumentException e) {
          throw FileFormat.damaged(path, start, "the records cannot be decoded");
        }
      }
      return new End(reader.offset(), revision, false);
    }
  }

  private long readFrame(
      ByteBuffer payload, long start, long before, RecordForm form, DataDirectory.Reader into)
      throws IOException {
    byte type = payload.get();
    int count = payload.getInt();
    payload.getLong();
    if (type == HEAD) {
      return before;
    }
    long revision = before;
    for (int left = count; left > 0; left--) {
      Records.Entry entry = Records.read(payload, form);
      if (entry.object().revision() != revision + 1) {
        throw FileFormat.damaged(
            path, start, "revision " + entry.object().revision() + " follows " + revision);
      }
      revision++;
      into.commit(entry);
    }
    return revision;
  }
}
