/**
 * The TTL-after-finished controller: deletes a Job with its pods {@code ttlSecondsAfterFinished}
 * after it finished.
 *
 * <p>{@link io.coxswain.kube.ttl.TtlController} registers the watch, {@code TtlReconciler} observes
 * and applies, and {@code TtlPlan} decides and is pure.
 *
 * <p>The Job itself is the only state: a restart loses nothing, and a changed TTL takes effect
 * immediately. The Job is read from the server again before it is deleted. Jobs of other managers
 * ({@code managedBy}) are deleted as well.
 */
@NullMarked
package io.coxswain.kube.ttl;

import org.jspecify.annotations.NullMarked;
