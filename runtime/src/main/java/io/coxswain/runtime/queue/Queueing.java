package io.coxswain.runtime.queue;

/** The kinds of queues. */
public enum Queueing {
  /** As in programs on controller-runtime. */
  PRIORITY,
  /** As in kube-controller-manager. */
  CLASSIC
}
