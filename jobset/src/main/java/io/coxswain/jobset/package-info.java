/**
 * The controller of {@code jobset.x-k8s.io/v1alpha2 JobSet}: groups of Jobs that start, suspend,
 * restart and finish together, reachable under stable names through a headless Service. {@link
 * io.coxswain.jobset.JobSetControllers} registers it.
 *
 * <p>Read {@code JobSetReconciler} first (observe, plan, apply), then {@code JobSetPlan}, which
 * decides in upstream's order: count, finish, failure, success, children, suspension. Each of these
 * is a small pure class: {@code OwnedJobs} and {@code JobCounts} observe, {@code FailureRules} and
 * {@code SuccessRule} evaluate policies, {@code ChildJob}, {@code ChildService} and {@code
 * ChildClaims} build objects, {@code StatusDraft} maintains conditions and their events.
 *
 * <p>Guarantees: child names are determined by the JobSet. A restart is counted by a status write
 * that is rejected if the JobSet was stale, and performed from the stored status, so it is neither
 * lost nor counted twice. Children are identified by owner UID, never by name. Writes without a
 * change are skipped.
 *
 * <p>{@link io.coxswain.jobset.JobSetWebhooks} is admission: {@link
 * io.coxswain.jobset.JobSetDefaults}, {@link io.coxswain.jobset.JobSetValidation} and {@link
 * io.coxswain.jobset.JobSetUpdateValidation}, all pure, and that of pods in {@link
 * io.coxswain.jobset.placement}. The controller is safe without webhooks: it treats absent fields
 * as their defaults and runs invalid JobSets with a warning event.
 */
@NullMarked
package io.coxswain.jobset;

import org.jspecify.annotations.NullMarked;
