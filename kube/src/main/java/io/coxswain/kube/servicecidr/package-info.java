/**
 * The ServiceCIDR controller: a range of service addresses is ready once it is protected, and goes
 * only when no address would be left without a range.
 *
 * <p>{@link io.coxswain.kube.servicecidr.ServiceCidrController} wires it, {@code ServiceCidrPlan}
 * decides (pure), {@code ServiceCidrReconciler} writes. A range that may go waits ten seconds, so
 * that the allocators of all servers have heard of it.
 */
@NullMarked
package io.coxswain.kube.servicecidr;

import org.jspecify.annotations.NullMarked;
