/**
 * The ClusterRole aggregation controller: a role with an aggregation rule has the rules of all
 * roles that its selectors find.
 *
 * <p>{@link io.coxswain.kube.clusterroleaggregation.ClusterRoleAggregationController} wires it,
 * {@code AggregationReconciler} does it, by server-side apply: the rules are this controller's, all
 * else in the role is whoever's wrote it.
 */
@NullMarked
package io.coxswain.kube.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;
