package io.coxswain.api.compression;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the objects of a kind on arrival. Trains a dictionary with the first of them, and a
 * new one when later ones no longer resemble those.
 */
public final class EagerCompressor {
  private static final int SAMPLES = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<byte[]> recent = new ArrayDeque<>();
  // As long-lived as the cache of its kind: what it holds outside the heap goes with it.
  private final Deflater deflater = Dictionary.deflater();
  private final DictionaryQuality likeness = new DictionaryQuality();
  private @Nullable Dictionary dictionary;
  private int since;

  /** The form in which an object is kept. */
  public Body keep(byte[] bytes) {
    lock.lock();
    try {
      recent.add(bytes);
      if (recent.size() > SAMPLES) {
        recent.poll();
      }
      since++;
      if (since >= SAMPLES && (dictionary == null || likeness.isDegraded())) {
        dictionary = Dictionary.of(List.copyOf(recent));
        likeness.begin();
        since = 0;
      }
      if (dictionary == null) {
        return Body.plain(bytes);
      }
      Body compressed = dictionary.compress(bytes, deflater);
      likeness.note(bytes.length, compressed.size());
      return compressed.size() < bytes.length ? compressed : Body.plain(bytes);
    } finally {
      lock.unlock();
    }
  }
}
