package io.coxswain.bench;

/** Reports progress on standard error. */
final class Progress {
  private final long start = System.nanoTime();

  void say(String text) {
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    System.err.printf("%3d:%02d  %s%n", seconds / 60, seconds % 60, text);
  }
}
