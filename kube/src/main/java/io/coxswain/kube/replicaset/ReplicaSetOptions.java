package io.coxswain.kube.replicaset;

/**
 * Options of the ReplicaSet and ReplicationController controllers.
 *
 * @param workers {@code --concurrent-replicaset-syncs}, or {@code --concurrent_rc_syncs}
 */
public record ReplicaSetOptions(int workers) {
  public static ReplicaSetOptions byDefault() {
    return new ReplicaSetOptions(5);
  }
}
