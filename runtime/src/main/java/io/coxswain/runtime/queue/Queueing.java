package io.coxswain.runtime.queue;

/** The implementations of the work queue. */
public enum Queueing {
  /** The queue of controller-runtime programs. */
  PRIORITY,
  /** The queue of kube-controller-manager. */
  CLASSIC
}
