/**
 * The kinds of the cluster itself and of what namespaces hold besides workloads: namespaces, nodes,
 * config maps and secrets, events, quotas and limits, classes of priority and runtime, certificate
 * requests, flow control, API services.
 *
 * <p>{@link io.coxswain.apiserver.kinds.cluster.ClusterKinds} is the table of the kinds.
 */
@NullMarked
package io.coxswain.apiserver.kinds.cluster;

import org.jspecify.annotations.NullMarked;
