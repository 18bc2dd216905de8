package io.coxswain.runtime.metrics;

/** Whose names the metrics bear. */
public enum MetricNaming {
  /** Programs written on controller-runtime. */
  CONTROLLER_RUNTIME,
  /** kube-controller-manager and the other programs of Kubernetes itself. */
  KUBERNETES
}
