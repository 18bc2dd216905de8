package io.coxswain.apiserver.flow;

/**
 * How many seats a priority level could have used over a period: the average, the deviation and the
 * maximum, weighted by time. Not thread-safe.
 */
final class SeatDemand {
  private long since;
  private long last;
  private double now;
  private double sum;
  private double squares;
  private double max;
  private double smoothed;

  SeatDemand(long nanos) {
    since = nanos;
    last = nanos;
  }

  /** What was observed in a period. */
  record Observed(double average, double deviation, double max, double smoothed) {}

  void set(double seats, long nanos) {
    advance(nanos);
    now = seats;
    max = Math.max(max, seats);
  }

  private void advance(long nanos) {
    double seconds = (nanos - last) / 1e9;
    sum += now * seconds;
    squares += now * now * seconds;
    last = nanos;
  }

  /** Ends the period and begins the next. */
  Observed reset(long nanos, double smoothing) {
    advance(nanos);
    double seconds = (nanos - since) / 1e9;
    double average = seconds > 0 ? sum / seconds : now;
    double variance = seconds > 0 ? squares / seconds - average * average : 0;
    double deviation = Math.sqrt(Math.max(0, variance));
    double envelope = average + deviation;
    if (seconds > 0) {
      smoothed = Math.max(envelope, smoothing * smoothed + (1 - smoothing) * envelope);
    }
    var observed = new Observed(average, deviation, max, smoothed);
    since = nanos;
    sum = 0;
    squares = 0;
    max = now;
    return observed;
  }
}
