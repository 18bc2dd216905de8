package io.coxswain.kube.autoscaling;

/** A metric cannot be had, or says nothing; the message tells why in upstream's words. */
final class MetricsException extends Exception {
  MetricsException(String message) {
    super(message);
  }

  /** The same, with what was being tried. */
  MetricsException during(String what) {
    return new MetricsException(what + ": " + getMessage());
  }
}
