/**
 * Exclusive placement: each Job of a JobSet alone in one domain of a topology, such as a rack.
 *
 * <p>A Job's first pod, its leader, is kept away from the pods of other Jobs by affinity rules that
 * {@link io.coxswain.jobset.placement.PodAdmission} adds when it is created; once it has a node,
 * its followers are let in, each bound to the leader's domain by a node selector. Followers that
 * come too early are refused, and the Job controller tries again. {@link
 * io.coxswain.jobset.placement.PodController} repairs what went wrong since: when a leader moved,
 * its followers are in the wrong place, and all of them are deleted.
 *
 * <p>Guarantees: a pod that belongs to no JobSet, asks for no exclusive place, or has had its nodes
 * labelled beforehand (the node selector strategy) is not touched; pods of a leader that admission
 * never saw are not touched either, so that a server without these webhooks loses nothing.
 */
@NullMarked
package io.coxswain.jobset.placement;

import org.jspecify.annotations.NullMarked;
