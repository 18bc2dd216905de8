package io.coxswain.runtime.cache;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Deflates the objects of a kind. Learns a dictionary from the first of them, and a new one when
 * later ones no longer resemble those.
 */
final class Trainer {
  private static final int SAMPLES = 64;
  private static final double MUCH_WORSE = 2;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<byte[]> recent = new ArrayDeque<>();
  private @Nullable Dictionary dictionary;
  private double trainedRatio;
  private double recentRatio;
  private int since;

  Body keep(byte[] json) {
    Dictionary known;
    lock.lock();
    try {
      recent.add(json);
      if (recent.size() > SAMPLES) {
        recent.poll();
      }
      since++;
      known = train();
    } finally {
      lock.unlock();
    }
    if (known == null) {
      return new Body.Plain(json);
    }
    byte[] deflated = known.deflate(json);
    note((double) deflated.length / json.length);
    return new Body.Deflated(deflated, json.length, known);
  }

  private @Nullable Dictionary train() {
    boolean worse = recentRatio > trainedRatio * MUCH_WORSE && recentRatio > 0.2;
    if (since >= SAMPLES && (dictionary == null || worse)) {
      dictionary = Dictionary.of(List.copyOf(recent));
      trainedRatio = 0;
      recentRatio = 0;
      since = 0;
    }
    return dictionary;
  }

  private void note(double ratio) {
    lock.lock();
    try {
      recentRatio = recentRatio == 0 ? ratio : recentRatio * 0.95 + ratio * 0.05;
      if (trainedRatio == 0 && since >= SAMPLES) {
        trainedRatio = recentRatio;
      }
    } finally {
      lock.unlock();
    }
  }
}
