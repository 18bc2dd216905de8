/**
 * The Endpoints controller: the older way to say which pods stand behind a service, all in one
 * object that holds a thousand addresses at most.
 *
 * <p>{@link io.coxswain.kube.endpoints.EndpointsController} wires it. {@code Subsets} (shared with
 * mirroring) brings addresses and ports into the one form in which two lists can be compared
 * (pure); {@code Capacity} cuts what is too much (pure); {@code EndpointsReconciler} observes and
 * writes.
 *
 * <p>Guarantees: an object that says the right thing in another order is left alone; Endpoints
 * without a service go, unless somebody elects a leader by them; those of a service without a
 * selector are their author's.
 */
@NullMarked
package io.coxswain.kube.endpoints;

import org.jspecify.annotations.NullMarked;
