/**
 * The EndpointSlice mirroring controller: mirrors manually created Endpoints of services without a
 * selector, for consumers that read only EndpointSlices.
 *
 * <p>{@link io.coxswain.kube.endpointslicemirroring.MirroringController} registers it. {@code
 * MirrorPlan} plans one slice for each address family and set of ports and is pure. {@code
 * MirroringReconciler} observes and writes.
 *
 * <p>Guarantees: Endpoints that must not be mirrored (with a selector, with the label {@code
 * endpointslice.kubernetes.io/skip-mirror}, or used for leader election) have no mirrored slices;
 * slices of other controllers are never touched.
 */
@NullMarked
package io.coxswain.kube.endpointslicemirroring;

import org.jspecify.annotations.NullMarked;
