package io.coxswain.apiserver.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a data directory are made of: a mark, the length of the payload, the CRC32C of
 * length and payload, the payload.
 */
final class Frames {
  static final int HEAD = 12;
  private static final int MARK = 0x43585731; // "CXW1"

  private Frames() {}

  static byte[] frame(byte[] payload) {
    int length = payload.length;
    var frame = ByteBuffer.allocate(HEAD + length);
    frame.putInt(MARK).putInt(length).putInt(checksum(length, payload, 0));
    frame.put(payload);
    return frame.array();
  }

  /** The payload of the frame that begins at the offset; null when there is no whole, sound one. */
  static @Nullable ByteBuffer at(byte[] file, int offset) {
    if (offset < 0 || file.length - offset < HEAD) {
      return null;
    }
    var head = ByteBuffer.wrap(file, offset, HEAD);
    int mark = head.getInt();
    int length = head.getInt();
    int checksum = head.getInt();
    if (mark != MARK || length < 0 || length > file.length - offset - HEAD) {
      return null;
    }
    return checksum(length, file, offset + HEAD) == checksum
        ? ByteBuffer.wrap(file, offset + HEAD, length).slice()
        : null;
  }

  /** Whether a sound frame begins anywhere after the offset. */
  static boolean anyAfter(byte[] file, int offset) {
    for (int at = offset + 1; at <= file.length - HEAD; at++) {
      if (file[at] == (byte) (MARK >>> 24) && at(file, at) != null) {
        return true;
      }
    }
    return false;
  }

  private static int checksum(int length, byte[] bytes, int offset) {
    var crc = new CRC32C();
    crc.update(length >>> 24);
    crc.update(length >>> 16);
    crc.update(length >>> 8);
    crc.update(length);
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
