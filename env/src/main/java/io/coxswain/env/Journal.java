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

  /** Returns when everything appended so far is on the disk. */
  void sync() throws IOException;

  /** Cuts off everything from the given size on. */
  void truncate(long size) throws IOException;
}
