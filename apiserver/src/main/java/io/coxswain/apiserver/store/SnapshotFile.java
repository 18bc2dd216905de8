package io.coxswain.apiserver.store;

import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A file of {@link SnapshotFrames}: within a data directory, or as a backup. */
final class SnapshotFile {
  private SnapshotFile() {}

  /**
   * The summary at the end of a snapshot.
   *
   * @param sha256 of all bytes before the end; empty for format 1, which has none
   */
  record Summary(int format, long revision, long objects, long bytes, String sha256) {}

  /** Receives the content of a snapshot, in order. */
  interface Reader {
    void object(Records.Entry entry) throws IOException;

    default void key(String name, byte[] content) throws IOException {}

    default void progress(long bytes) {}
  }

  /** Writes it; the file gets its name only when it is complete and on disk. Returns its size. */
  static long write(Files files, Path file, SnapshotFrames frames) throws IOException {
    Path temporary = file.resolveSibling("snapshot.new");
    files.delete(temporary);
    try {
      long size;
      try (Journal to = files.journal(temporary)) {
        for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
          to.append(frame, 0, frame.length);
        }
        to.sync();
        size = to.size();
      }
      files.rename(temporary, file);
      return size;
    } catch (IOException e) {
      try {
        files.delete(temporary);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /** Reads and verifies the whole file. */
  static Summary read(Files files, Path file, RecordForm form, Reader reader) throws IOException {
    try (var frames = new FrameReader(files, file)) {
      return new Reading(file, frames, form, reader).run();
    }
  }

  private static final class Reading {
    private final Path file;
    private final FrameReader frames;
    private final RecordForm form;
    private final Reader reader;
    private final MessageDigest digest = SnapshotFrames.sha256();
    private int format;
    private long revision;
    private long objects;
    private long start;

    Reading(Path file, FrameReader frames, RecordForm form, Reader reader) {
      this.form = form;
      this.file = file;
      this.frames = frames;
      this.reader = reader;
    }

    Summary run() throws IOException {
      while (true) {
        start = frames.offset();
        ByteBuffer payload = frames.next();
        if (payload == null) {
          throw FileFormat.damaged(
              file,
              start,
              frames.atEnd()
                  ? "the file ends here, but the snapshot goes on"
                  : "the data does not match its checksum");
        }
        try {
          Summary end = read(payload);
          if (end != null) {
            return end;
          }
        } catch (Records.UnreadableException e) {
          throw e.in(file, start);
        } catch (BufferUnderflowException
            | NegativeArraySizeException
            | IllegalArgumentException e) {
          throw FileFormat.damaged(file, start, "the records cannot be decoded");
        }
        reader.progress(frames.offset());
      }
    }

    private @Nullable Summary read(ByteBuffer payload) throws IOException {
      byte[] whole = new byte[payload.remaining()];
      payload.duplicate().get(whole);
      byte type = payload.get();
      int number = payload.getInt();
      long at = payload.getLong();
      if (format == 0 && type != SnapshotFrames.HEAD) {
        throw FileFormat.damaged(file, start, "it is not a snapshot");
      }
      switch (type) {
        case SnapshotFrames.HEAD -> {
          FileFormat.check(file, number);
          format = number;
          revision = at;
        }
        case SnapshotFrames.KEY -> {
          byte[] name = new byte[payload.getInt()];
          payload.get(name);
          byte[] content = new byte[payload.remaining()];
          payload.get(content);
          reader.key(new String(name, StandardCharsets.UTF_8), content);
        }
        case SnapshotFrames.OBJECTS -> {
          for (int left = number; left > 0; left--) {
            reader.object(Records.read(payload, form));
            objects++;
          }
        }
        case SnapshotFrames.END -> {
          return end(payload, number);
        }
        default -> throw FileFormat.damaged(file, start, "the type of the record is unknown");
      }
      digest.update(Frames.frame(whole));
      return null;
    }

    private Summary end(ByteBuffer payload, int count) throws IOException {
      if (!frames.atEnd()) {
        throw FileFormat.damaged(file, frames.offset(), "the file goes on after the snapshot");
      }
      if (format == FileFormat.FIRST) {
        return new Summary(format, revision, objects, frames.offset(), "");
      }
      byte[] expected = new byte[payload.remaining()];
      payload.get(expected);
      if (count != objects || !MessageDigest.isEqual(expected, digest.digest())) {
        throw FileFormat.damaged(
            file, start, "the snapshot does not match its number of objects or its SHA-256");
      }
      return new Summary(
          format, revision, objects, frames.offset(), HexFormat.of().formatHex(expected));
    }
  }
}
