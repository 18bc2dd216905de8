package io.coxswain.kube.namespace;

import java.time.Duration;

/** The step after a sweep. */
sealed interface NamespacePlan {
  /** Estimated time for finalizers of other controllers. */
  Duration FINALIZER_ESTIMATE = Duration.ofSeconds(15);

  /** The namespace is empty: remove the finalizer. */
  record LetGo() implements NamespacePlan {}

  /** Content remains that is being deleted: sweep again after a delay. */
  record SweepAfter(Duration delay) implements NamespacePlan {}

  /** The sweep failed: retry with backoff. */
  record SweepAgain(String why) implements NamespacePlan {}

  /**
   * Objects remain without a known reason, for example because they were created while the others
   * were deleted: sweep again with growing delay.
   */
  record SweepRemaining(String objects) implements NamespacePlan {}

  static NamespacePlan of(String namespace, NamespaceFindings found) {
    if (!found.discoveryFailures().isEmpty() || !found.deletionFailures().isEmpty()) {
      return new SweepAgain(
          "failed to delete all content of "
              + namespace
              + ": "
              + found.discoveryFailures()
              + found.deletionFailures());
    }
    if (found.remaining().isEmpty()) {
      return new LetGo();
    }
    Duration estimate = found.estimate();
    if (estimate.isZero() && !found.finalizers().isEmpty()) {
      estimate = FINALIZER_ESTIMATE;
    }
    return estimate.isZero()
        ? new SweepRemaining(found.remaining().toString())
        : new SweepAfter(estimate.dividedBy(2).plusSeconds(1));
  }
}
