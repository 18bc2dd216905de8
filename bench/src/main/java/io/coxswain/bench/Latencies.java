package io.coxswain.bench;

import java.util.Arrays;

/** Durations. For one thread; combined with {@link #merge}. */
final class Latencies {
  private long[] nanos = new long[1024];
  private int count;

  void add(long one) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, count * 2);
    }
    nanos[count++] = one;
  }

  void merge(Latencies others) {
    for (int i = 0; i < others.count; i++) {
      add(others.nanos[i]);
    }
  }

  int count() {
    return count;
  }

  /** The given percentile. */
  double millis(double share) {
    if (count == 0) {
      return -1;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1, Math.floor(share * count))] / 1e6;
  }
}
