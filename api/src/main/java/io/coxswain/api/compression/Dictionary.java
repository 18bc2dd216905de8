package io.coxswain.api.compression;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * What objects of a kind have in common, so that each is kept as its difference from that. Made of
 * samples; those that come last are found most cheaply.
 */
final class Dictionary {
  /**
   * A quarter of deflate's window: each compression starts by reading it, which takes most of its
   * time, and with four times as much pods were only two bytes smaller.
   */
  static final int SIZE = 8 * 1024;

  /** For objects so large that they repeat themselves. */
  static final Dictionary NONE = new Dictionary(new byte[0]);

  private static final int LEVEL = 6;

  private final byte[] common;

  private Dictionary(byte[] common) {
    this.common = common;
  }

  static Dictionary of(List<byte[]> samples) {
    var out = new ByteArrayOutputStream();
    for (byte[] sample : samples) {
      out.writeBytes(sample);
    }
    byte[] all = out.toByteArray();
    return new Dictionary(Arrays.copyOfRange(all, Math.max(0, all.length - SIZE), all.length));
  }

  /** To be ended after use: it has a quarter of a megabyte outside of the heap. */
  static Deflater deflater() {
    return new Deflater(LEVEL, true);
  }

  Body.Compressed compress(byte[] bytes, Deflater deflater) {
    deflater.reset();
    if (common.length > 0) {
      deflater.setDictionary(common);
    }
    deflater.setInput(bytes);
    deflater.finish();
    byte[] buffer = new byte[bytes.length / 4 + 256];
    int length = 0;
    while (!deflater.finished()) {
      if (length == buffer.length) {
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
      }
      length += deflater.deflate(buffer, length, buffer.length - length);
    }
    return new Body.Compressed(Arrays.copyOf(buffer, length), bytes.length, this);
  }

  byte[] decompress(byte[] compressed, int length) {
    Inflater inflater = Spare.take();
    try {
      inflater.setInput(compressed);
      if (common.length > 0) {
        inflater.setDictionary(common);
      }
      byte[] bytes = new byte[length];
      int done = 0;
      while (done < length) {
        int count = inflater.inflate(bytes, done, length - done);
        if (count == 0) {
          throw new IllegalStateException("what was compressed ends too early");
        }
        done += count;
      }
      return bytes;
    } catch (DataFormatException e) {
      throw new IllegalStateException(e); // we compressed it ourselves
    } finally {
      Spare.giveBack(inflater);
    }
  }

  /** Inflaters in waiting, a few for the whole program: making one takes longer than its work. */
  private static final class Spare {
    private static final int MAX_COUNT = 4;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final ArrayDeque<Inflater> WAITING = new ArrayDeque<>();

    static Inflater take() {
      Inflater inflater;
      LOCK.lock();
      try {
        inflater = WAITING.isEmpty() ? new Inflater(true) : WAITING.pop();
      } finally {
        LOCK.unlock();
      }
      inflater.reset();
      return inflater;
    }

    static void giveBack(Inflater inflater) {
      LOCK.lock();
      try {
        if (WAITING.size() < MAX_COUNT) {
          WAITING.push(inflater);
          return;
        }
      } finally {
        LOCK.unlock();
      }
      inflater.end();
    }
  }
}
