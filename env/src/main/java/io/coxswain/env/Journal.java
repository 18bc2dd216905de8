package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;

/**
 * A file that is written at its end. What was appended before the last {@link #sync} survives a
 * crash of the machine; of what came after, any beginning may.
 */
public interface Journal extends Closeable {

  /** How many bytes the file has. */
  long size() throws IOException;

  void append(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Replaces bytes that were written before, without a sync: after a crash of the machine either
   * the old or the new bytes are found, after that of the process the new ones. The bytes must not
   * cross a multiple of 512.
   */
  void overwrite(long position, byte[] bytes) throws IOException;

  /** Returns when everything written so far is on the disk. */
  void sync() throws IOException;

  /** Cuts off everything from the given size on. */
  void truncate(long size) throws IOException;
}
