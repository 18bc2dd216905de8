package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;

/**
 * An append-only file. Data that was appended before the last {@link #sync} survives a crash of the
 * operating system; of later data any prefix may survive.
 */
public interface Journal extends Closeable {

  /** The size of the file in bytes. */
  long size() throws IOException;

  void append(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Overwrites existing bytes without a sync. After a crash of the operating system the file
   * contains either the old or the new bytes, after a crash of the process the new ones. The range
   * must not cross a multiple of 512.
   */
  void overwrite(long position, byte[] bytes) throws IOException;

  /** Returns when all data written so far is on disk. */
  void sync() throws IOException;

  /** Truncates the file to the given size. */
  void truncate(long size) throws IOException;
}
