package io.coxswain.apiserver.flow;

/**
 * The estimated work of a request.
 *
 * @param seats occupied while the request is handled
 * @param finalSeats occupied afterwards, while its event is sent to watchers
 * @param lingerNanos how long the final seats are occupied
 */
record Work(int seats, int finalSeats, long lingerNanos) {
  static final Work ONE = new Work(1, 0, 0);

  static Work ofSeats(int seats) {
    return seats == 1 ? ONE : new Work(seats, 0, 0);
  }

  /** The seats that must be free to begin. */
  int maxSeats() {
    return Math.max(seats, finalSeats);
  }

  /** In seat-seconds, for a request that takes as long as the estimate. */
  double total(double serviceSeconds) {
    return seats * serviceSeconds + finalSeats * (lingerNanos / 1e9);
  }
}
