/**
 * Cluster-level kinds and those in namespaces other than workloads: namespaces, nodes, config maps
 * and secrets, events, quotas and limits, priority and runtime classes, certificate requests, flow
 * control, API services.
 *
 * <p>{@link io.coxswain.apiserver.kinds.cluster.ClusterKinds} is the table of the kinds.
 */
@NullMarked
package io.coxswain.apiserver.kinds.cluster;

import org.jspecify.annotations.NullMarked;
