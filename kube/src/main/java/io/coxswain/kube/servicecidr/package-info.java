/**
 * The ServiceCIDR controller: marks a range of service IPs as ready once it has a finalizer, and
 * allows its deletion only if every allocated IP is covered by another range.
 *
 * <p>{@link io.coxswain.kube.servicecidr.ServiceCidrController} registers it, {@code
 * ServiceCidrPlan} decides (pure), {@code ServiceCidrReconciler} writes. Deletion is delayed by ten
 * seconds, so that the allocators of all API servers observe it first.
 */
@NullMarked
package io.coxswain.kube.servicecidr;

import org.jspecify.annotations.NullMarked;
