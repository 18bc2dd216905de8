package io.coxswain.runtime.metrics;

/** The naming scheme of metrics. */
public enum MetricNaming {
  /** Names of controller-runtime programs. */
  CONTROLLER_RUNTIME,
  /** Names of kube-controller-manager and other Kubernetes components. */
  KUBERNETES
}
