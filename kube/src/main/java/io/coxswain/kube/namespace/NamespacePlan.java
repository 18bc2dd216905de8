package io.coxswain.kube.namespace;

import java.time.Duration;

/** What follows a sweep. */
sealed interface NamespacePlan {
  /** How long a finalizer of somebody else may take, for want of a better guess. */
  Duration FINALIZER_ESTIMATE = Duration.ofSeconds(15);

  /** Nothing is left: the namespace may go. */
  record LetGo() implements NamespacePlan {}

  /** Something is left that goes by itself: sweep again then. */
  record SweepAfter(Duration delay) implements NamespacePlan {}

  /** Something is wrong: sweep again with growing delay. */
  record SweepAgain(String why) implements NamespacePlan {}

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
        ? new SweepAgain(
            "unexpected items still remain in namespace: " + namespace + ": " + found.remaining())
        : new SweepAfter(estimate.dividedBy(2).plusSeconds(1));
  }
}
