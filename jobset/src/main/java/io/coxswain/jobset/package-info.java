/**
 * The controller of {@code jobset.x-k8s.io/v1alpha2 JobSet}: groups of Jobs that start, suspend,
 * restart and finish as one, found under stable names through a headless Service. {@link
 * io.coxswain.jobset.JobSetControllers} registers it.
 *
 * <p>Read {@code JobSetReconciler} first (observe, plan, apply), then {@code JobSetPlan}, which
 * decides in upstream's order: count, finish, failure, success, children, suspension. Each of these
 * is a small pure class: {@code OwnedJobs} and {@code JobCounts} look, {@code FailureRules} and
 * {@code SuccessRule} judge, {@code ChildJob}, {@code ChildService} and {@code ChildClaims} make,
 * {@code StatusDraft} keeps conditions and the events that go with them.
 *
 * <p>Guarantees: child names are determined by the JobSet; a restart is counted by a status write
 * that is refused if the JobSet was seen in an old state, and carried out from what is stored, so
 * it is neither lost nor counted twice; children are told by owner UID, never by name; what would
 * change nothing is not written.
 *
 * <p>{@link io.coxswain.jobset.JobSetWebhooks} is admission: {@link
 * io.coxswain.jobset.JobSetDefaults}, {@link io.coxswain.jobset.JobSetValidation} and {@link
 * io.coxswain.jobset.JobSetUpdateValidation}, all pure, and the pods' part in {@link
 * io.coxswain.jobset.placement}. A server that does not ask the webhooks is no danger: the
 * controller reads absent fields as their defaults and refuses what is invalid with an event.
 */
@NullMarked
package io.coxswain.jobset;

import org.jspecify.annotations.NullMarked;
