package io.coxswain.apiserver.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The unit of all files of a data directory: a marker, the length of the payload, the CRC32C of
 * length and payload, the payload.
 */
final class Frames {
  static final int HEAD = 12;
  static final int MARK = 0x43585731; // "CXW1"

  /** A longer payload is treated as damage. Writers stay far below. */
  static final int MAX_PAYLOAD = 256 << 20;

  private Frames() {}

  static byte[] frame(byte[] payload) {
    int length = payload.length;
    var frame = ByteBuffer.allocate(HEAD + length);
    frame.putInt(MARK).putInt(length).putInt(checksum(payload));
    frame.put(payload);
    return frame.array();
  }

  static int checksum(byte[] payload) {
    int length = payload.length;
    var crc = new CRC32C();
    crc.update(length >>> 24);
    crc.update(length >>> 16);
    crc.update(length >>> 8);
    crc.update(length);
    crc.update(payload, 0, length);
    return (int) crc.getValue();
  }
}
