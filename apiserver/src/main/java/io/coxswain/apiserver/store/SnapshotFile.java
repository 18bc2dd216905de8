package io.coxswain.apiserver.store;

import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;

/** All objects of one revision in a file: a head, frames of about a megabyte, an end. */
final class SnapshotFile {
  private static final byte HEAD = 'S';
  private static final byte OBJECTS = 'O';
  private static final byte END = 'E';
  private static final int FRAME_BYTES = 1 << 20;

  private SnapshotFile() {}

  /** Writes it; the file has its name only when it is whole and on the disk. Returns its size. */
  static long write(Files files, Path file, Snapshot state) throws IOException {
    Path temporary = file.resolveSibling("snapshot.new");
    files.delete(temporary);
    long size;
    try (Journal to = files.journal(temporary)) {
      append(to, Records.mark(HEAD, DataDirectory.FORMAT, state.revision()));
      var records = new Records();
      for (String collection : state.collections().keys()) {
        for (Stored object : state.collection(collection).values()) {
          records.add(collection, false, object);
          if (records.size() > FRAME_BYTES) {
            append(to, records.frame(OBJECTS, state.revision()));
          }
        }
      }
      append(to, records.frame(OBJECTS, state.revision()));
      append(to, Records.mark(END, 0, state.revision()));
      to.sync();
      size = to.size();
    }
    files.rename(temporary, file);
    return size;
  }

  private static void append(Journal to, byte[] frame) throws IOException {
    to.append(frame, 0, frame.length);
  }

  /** Reads it; returns its size. */
  static long read(Files files, Path file, Consumer<Records.Entry> reader) throws IOException {
    byte[] bytes = files.read(file);
    int at = 0;
    while (true) {
      ByteBuffer payload = Frames.at(bytes, at);
      if (payload == null) {
        throw DataDirectory.damaged(file, at, "what is there does not match its checksum");
      }
      at += Frames.HEAD + payload.remaining();
      byte type = payload.get();
      int number = payload.getInt();
      payload.getLong();
      if (type == END) {
        return bytes.length;
      }
      if (type == HEAD) {
        DataDirectory.checkFormat(file, number);
        continue;
      }
      for (int left = number; left > 0; left--) {
        reader.accept(Records.read(payload));
      }
    }
  }
}
