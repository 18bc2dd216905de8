package io.coxswain.kube.daemonset;

/**
 * Options of the DaemonSet controller.
 *
 * @param workers {@code --concurrent-daemonset-syncs}, for sets and again for nodes
 */
public record DaemonSetOptions(int workers) {
  public static DaemonSetOptions byDefault() {
    return new DaemonSetOptions(2);
  }
}
