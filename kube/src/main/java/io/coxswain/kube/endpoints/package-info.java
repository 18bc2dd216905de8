/**
 * The Endpoints controller: writes the pods of each service to one Endpoints object of at most a
 * thousand addresses.
 *
 * <p>{@link io.coxswain.kube.endpoints.EndpointsController} registers it. {@code Subsets}, shared
 * with mirroring, brings addresses and ports into a canonical form and is pure, as is {@code
 * Capacity}, which truncates; {@code EndpointsReconciler} observes and writes.
 *
 * <p>Guarantees: an object that differs only in order is not written; Endpoints without a service
 * are deleted, unless they are used for leader election; Endpoints of a service without a selector
 * are not touched.
 */
@NullMarked
package io.coxswain.kube.endpoints;

import org.jspecify.annotations.NullMarked;
