package io.coxswain.apiserver.store;

import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that reserves disk space, to be released when the disk is full, so that objects can be
 * deleted and snapshots written then. Without it an administrator would have to free space.
 */
final class SpaceReserve {
  static final String NAME = "reserve";
  private static final int PIECE = 1 << 20;

  private final Files files;
  private final Path file;
  private long held;

  SpaceReserve(Files files, Path directory) {
    this.files = files;
    this.file = directory.resolve(NAME);
  }

  /**
   * Grows the file to at least the size, on disk; or leaves it unchanged and fails.
   *
   * @param slack the space that must remain free in addition
   */
  void ensure(long size, long slack) throws IOException {
    if (held >= size) {
      return;
    }
    long present = files.exists(file) ? files.size(file) : 0;
    held = present;
    if (present >= size) {
      return;
    }
    try (Journal journal = files.journal(file)) {
      try {
        byte[] zeros = new byte[(int) Math.min(PIECE, size + slack)];
        for (long left = size + slack - present; left > 0; left -= zeros.length) {
          journal.append(zeros, 0, (int) Math.min(zeros.length, left));
        }
        journal.sync();
        if (slack > 0) {
          journal.truncate(size);
        }
        held = size;
      } catch (IOException e) {
        journal.truncate(present);
        throw e;
      }
    }
  }

  void release() throws IOException {
    held = 0;
    files.delete(file);
  }
}
