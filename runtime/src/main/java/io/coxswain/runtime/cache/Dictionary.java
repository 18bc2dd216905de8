package io.coxswain.runtime.cache;

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
  /** As far back as deflate can look. */
  private static final int WINDOW = 32 * 1024;

  private static final int SPARE = 4;

  private final byte[] common;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final ArrayDeque<Inflater> spare = new ArrayDeque<>();

  private Dictionary(byte[] common) {
    this.common = common;
  }

  static Dictionary of(List<byte[]> samples) {
    var out = new ByteArrayOutputStream();
    for (byte[] sample : samples) {
      out.writeBytes(sample);
    }
    byte[] all = out.toByteArray();
    return new Dictionary(Arrays.copyOfRange(all, Math.max(0, all.length - WINDOW), all.length));
  }

  byte[] deflate(byte[] json) {
    lock.lock();
    try {
      deflater.reset();
      deflater.setDictionary(common);
      deflater.setInput(json);
      deflater.finish();
      byte[] buffer = new byte[json.length / 2 + 256];
      int length = 0;
      while (!deflater.finished()) {
        if (length == buffer.length) {
          buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        length += deflater.deflate(buffer, length, buffer.length - length);
      }
      return Arrays.copyOf(buffer, length);
    } finally {
      lock.unlock();
    }
  }

  byte[] inflate(byte[] bytes, int length) {
    Inflater inflater = take();
    try {
      inflater.setInput(bytes);
      inflater.setDictionary(common);
      byte[] json = new byte[length];
      int done = 0;
      while (done < length) {
        int count = inflater.inflate(json, done, length - done);
        if (count == 0) {
          throw new IllegalStateException("deflated JSON ends too early");
        }
        done += count;
      }
      return json;
    } catch (DataFormatException e) {
      throw new IllegalStateException(e); // we deflated it ourselves
    } finally {
      giveBack(inflater);
    }
  }

  private Inflater take() {
    lock.lock();
    try {
      Inflater inflater = spare.isEmpty() ? new Inflater(true) : spare.pop();
      inflater.reset();
      return inflater;
    } finally {
      lock.unlock();
    }
  }

  private void giveBack(Inflater inflater) {
    lock.lock();
    try {
      if (spare.size() < SPARE) {
        spare.push(inflater);
        return;
      }
    } finally {
      lock.unlock();
    }
    inflater.end();
  }
}
