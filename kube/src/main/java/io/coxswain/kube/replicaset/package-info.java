/**
 * Keeps the wanted number of pods for each ReplicaSet, and for each ReplicationController, which is
 * the same under an older name.
 *
 * <p>A pass claims the active pods (adopting and letting go as their labels say), creates what is
 * missing in batches of growing size or deletes what is too much, the pods that are missed least
 * first, and then writes what it saw into the status. Pods that ended are replaced but never
 * deleted. No pass runs before the cache shows what the last one did, so nothing is created twice.
 *
 * <p>Entry: {@link io.coxswain.kube.replicaset.ReplicaSetController} and {@link
 * io.coxswain.kube.replicaset.ReplicationManager}. The two differ in what {@link
 * io.coxswain.kube.replicaset.ReplicaKind} says and in nothing else.
 */
@NullMarked
package io.coxswain.kube.replicaset;

import org.jspecify.annotations.NullMarked;
