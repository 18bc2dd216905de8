package io.coxswain.kube.autoscaling;

/** A metric that is unavailable or has no values; the message is upstream's. */
final class MetricsException extends Exception {
  MetricsException(String message) {
    super(message);
  }

  /** Prefixes the message with the operation that failed. */
  MetricsException during(String what) {
    return new MetricsException(what + ": " + getMessage());
  }
}
