/**
 * Monitors the ephemeral storage of worker pods, and has Slurm drain a node before its pod is
 * evicted for it.
 *
 * <p>{@link io.coxswain.slurm.checks.podephemeralstorage.PodStorageController} wires, {@link
 * io.coxswain.slurm.checks.podephemeralstorage.PodStorageReconciler} checks one pod each period,
 * {@link io.coxswain.slurm.checks.podephemeralstorage.StoragePlan} decides, {@link
 * io.coxswain.slurm.checks.podephemeralstorage.KubeletStats} queries the kubelet and {@link
 * io.coxswain.slurm.checks.podephemeralstorage.NodeListing} caches Slurm's list of nodes for a
 * period, so that a thousand pods cost one call.
 *
 * <p>Guarantees beyond upstream: a node that is already drained is not drained again, so that its
 * reason stays; a node is resumed only if Slurm, queried at that moment, still reports that it was
 * drained for its storage and is not down. Pods of apps/v1 StatefulSets count like those of
 * OpenKruise.
 */
@NullMarked
package io.coxswain.slurm.checks.podephemeralstorage;

import org.jspecify.annotations.NullMarked;
