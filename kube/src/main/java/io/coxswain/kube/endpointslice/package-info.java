/**
 * The EndpointSlice controller: says which pods stand behind each service, in slices of limited
 * size, so that a change of one pod is a small write.
 *
 * <p>{@link io.coxswain.kube.endpointslice.EndpointSliceController} wires it. {@code
 * EndpointFactory} turns pods into endpoints, grouped by the ports they offer; {@code SlicePacking}
 * decides which slice holds which endpoint (pure; the fewest writes, not the fewest slices); {@code
 * SlicePlan} puts the groups of one address family together, hints included ({@code ClosenessHints}
 * by {@code spec.trafficDistribution}, {@code TopologyHints} by the older annotation); {@code
 * EndpointSliceReconciler} observes and writes.
 *
 * <p>Guarantees: no slice exceeds the limit; every pod that can serve is in exactly one slice of
 * each family that the service has, unless its node is unknown; a slice that needs no change is not
 * written; slices of another owner of the same name are replaced, not changed.
 */
@NullMarked
package io.coxswain.kube.endpointslice;

import org.jspecify.annotations.NullMarked;
