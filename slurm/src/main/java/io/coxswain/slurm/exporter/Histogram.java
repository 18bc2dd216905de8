package io.coxswain.slurm.exporter;

/**
 * How often something took how long.
 *
 * @param counts for each bound how many were within it and not within a lower one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copied on change
record Histogram(long[] counts, long count, double sum) {
  /** In seconds, from half a minute to 30 days. */
  static final double[] BOUNDS = {
    30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 43200, 86400, 172800, 259200, 604800, 1209600,
    2592000
  };

  static final Histogram EMPTY = new Histogram(new long[BOUNDS.length], 0, 0);

  /** The same with one more. */
  Histogram with(double seconds) {
    long[] more = counts.clone();
    for (int i = 0; i < BOUNDS.length; i++) {
      if (seconds <= BOUNDS[i]) {
        more[i]++;
        break;
      }
    }
    return new Histogram(more, count + 1, sum + seconds);
  }
}
