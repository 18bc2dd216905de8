package io.coxswain.apiserver.store;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The format version of a data directory, which each of its files contains.
 *
 * <p>Format 1 has neither the file {@code acknowledged} nor a chain of logs. A directory of that
 * format is read, and continued in the current format. Format 3 is that of files with encrypted
 * records; without encryption none is written. A format that is newer than the program is rejected.
 */
final class FileFormat {
  static final int CURRENT = 2;
  static final int FIRST = 1;
  static final int ENCRYPTED = 3;
  static final int NEWEST = ENCRYPTED;

  private FileFormat() {}

  static void check(Path file, int format) throws IOException {
    if (format < FIRST || format > NEWEST) {
      throw new IOException(
          "%s has format %d, but this program reads formats %d to %d only; use the version of coxswain that wrote it, or a newer one"
              .formatted(file, format, FIRST, NEWEST));
    }
  }

  static IOException damaged(Path file, long offset, String what) {
    return new IOException(
        "%s is damaged at byte %d: %s. Nothing was changed. Restore a backup (coxswain snapshot restore), or move the data directory away to begin with an empty one."
            .formatted(file, offset, what));
  }

  /** A file is missing or truncated although its data was acknowledged. */
  static IOException lost(Path file, String what) {
    return new IOException(
        "%s %s. Acknowledged data is missing. Nothing was changed. Put the file back, restore a backup (coxswain snapshot restore), or move the data directory away to begin with an empty one."
            .formatted(file, what));
  }
}
