/**
 * Looks how full the ephemeral storage of worker pods is, and has Slurm drain a node before its pod
 * is evicted for it.
 *
 * <p>{@link io.coxswain.slurm.checks.podephemeralstorage.PodStorageController} wires, {@link
 * io.coxswain.slurm.checks.podephemeralstorage.PodStorageReconciler} looks at one pod each period,
 * {@link io.coxswain.slurm.checks.podephemeralstorage.StoragePlan} decides, {@link
 * io.coxswain.slurm.checks.podephemeralstorage.KubeletStats} asks the kubelet and {@link
 * io.coxswain.slurm.checks.podephemeralstorage.NodeListing} keeps Slurm's list of nodes for a
 * period, so that a thousand pods cost one call.
 *
 * <p>Guarantees beyond upstream: a node that is drained for whatever reason is not drained again,
 * so that its reason stays; one is resumed only if Slurm, asked at that moment, still says that it
 * was drained for its storage and is not down. Pods of apps/v1 StatefulSets count like those of
 * OpenKruise.
 */
@NullMarked
package io.coxswain.slurm.checks.podephemeralstorage;

import org.jspecify.annotations.NullMarked;
