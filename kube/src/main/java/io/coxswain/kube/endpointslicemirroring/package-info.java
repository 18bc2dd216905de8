/**
 * The EndpointSlice mirroring controller: who reads slices alone shall also see the Endpoints that
 * people write by hand for services without a selector.
 *
 * <p>{@link io.coxswain.kube.endpointslicemirroring.MirroringController} wires it. {@code
 * MirrorPlan} decides (pure): one slice for each address family and set of ports. {@code
 * MirroringReconciler} observes and writes.
 *
 * <p>Guarantees: Endpoints that are not to be mirrored (a selector, the label {@code
 * endpointslice.kubernetes.io/skip-mirror}, a leader election) have no mirrored slices; slices of
 * others are never touched.
 */
@NullMarked
package io.coxswain.kube.endpointslicemirroring;

import org.jspecify.annotations.NullMarked;
