package io.coxswain.kube.replicaset;

/**
 * What the flags say.
 *
 * @param workers {@code --concurrent-replicaset-syncs}, or {@code --concurrent_rc_syncs}
 */
public record ReplicaSetOptions(int workers) {
  public static ReplicaSetOptions byDefault() {
    return new ReplicaSetOptions(5);
  }
}
