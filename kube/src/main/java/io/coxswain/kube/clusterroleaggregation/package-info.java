/**
 * The ClusterRole aggregation controller: gives a role with an aggregation rule the rules of all
 * roles that match its selectors.
 *
 * <p>{@link io.coxswain.kube.clusterroleaggregation.ClusterRoleAggregationController} registers it,
 * and {@code AggregationReconciler} writes with server-side apply: this controller owns the rules,
 * other fields of the role keep their owners.
 */
@NullMarked
package io.coxswain.kube.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;
