/**
 * Exclusive placement: each Job of a JobSet alone in one domain of a topology, such as a rack.
 *
 * <p>A Job's first pod, its leader, is kept away from the pods of other Jobs by affinity rules that
 * {@link io.coxswain.jobset.placement.PodAdmission} adds when it is created; once it has a node,
 * its followers are admitted, each bound to the leader's domain by a node selector. Followers that
 * are too early are rejected, and the Job controller retries. {@link
 * io.coxswain.jobset.placement.PodController} repairs later violations: when a leader has moved,
 * its followers are in the wrong domain, and all of them are deleted.
 *
 * <p>Guarantees: a pod that belongs to no JobSet, does not request exclusive placement, or has had
 * its nodes labelled beforehand (the node selector strategy) is not changed; neither are pods of a
 * leader that bypassed admission, so that a server without these webhooks loses nothing.
 */
@NullMarked
package io.coxswain.jobset.placement;

import org.jspecify.annotations.NullMarked;
