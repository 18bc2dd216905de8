/**
 * The EndpointSlice controller: writes the pods of each service to slices of limited size, so that
 * a change of one pod is a small write.
 *
 * <p>{@link io.coxswain.kube.endpointslice.EndpointSliceController} registers it. {@code
 * EndpointFactory} converts pods to endpoints, grouped by their ports; {@code SlicePacking} assigns
 * endpoints to slices with the fewest writes and is pure; {@code SlicePlan} combines the groups of
 * one address family and adds hints ({@code ClosenessHints} for {@code spec.trafficDistribution},
 * {@code TopologyHints} for the older annotation); {@code EndpointSliceReconciler} observes and
 * writes.
 *
 * <p>Guarantees: no slice exceeds the limit; every serving pod is in exactly one slice of each
 * address family of the service, unless its node is unknown; unchanged slices are not written;
 * slices of a deleted service with the same name are replaced, not updated.
 */
@NullMarked
package io.coxswain.kube.endpointslice;

import org.jspecify.annotations.NullMarked;
