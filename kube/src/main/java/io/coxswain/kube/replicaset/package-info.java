/**
 * The ReplicaSet controller: maintains the desired number of pods of ReplicaSets and
 * ReplicationControllers.
 *
 * <p>A reconcile claims the active pods (adopting and releasing them by their labels), creates
 * missing pods in batches of growing size or deletes surplus ones in the order of their ranking,
 * and updates the status. Finished pods are replaced but not deleted. A reconcile starts only after
 * the cache reflects the writes of the previous one, so no pod is created twice.
 *
 * <p>Entry: {@link io.coxswain.kube.replicaset.ReplicaSetController} and {@link
 * io.coxswain.kube.replicaset.ReplicationManager}. The two differ only in {@link
 * io.coxswain.kube.replicaset.ReplicaKind}.
 */
@NullMarked
package io.coxswain.kube.replicaset;

import org.jspecify.annotations.NullMarked;
