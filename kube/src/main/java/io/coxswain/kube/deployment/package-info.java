/**
 * The Deployment controller: rolls out pod templates with ReplicaSets, one for each template.
 *
 * <p>The new ReplicaSet is the oldest one whose template equals the Deployment's, whatever its name
 * and hash; all others are old. A reconcile either scales, if the desired number changed or the
 * Deployment is paused, or takes one step of the rollout. With RollingUpdate the new set grows as
 * the surge allows and old sets shrink as availability allows; with Recreate the new set is created
 * after the pods of the old ones have stopped. Each reconcile ends by writing the status if it
 * changed. A rollout that exceeds its progress deadline is reported, never rolled back.
 *
 * <p>Entry: {@link io.coxswain.kube.deployment.DeploymentController}. {@code DeploymentReconciler}
 * observes, {@code DeploymentPlan} decides and {@code DeploymentWriter} applies. Pure as well:
 * {@code Fenceposts}, {@code RollingPlan}, {@code ProportionalPlan}, {@code DeploymentStatuses},
 * {@code RevisionHistory}.
 *
 * <p>The controller keeps no state between reconciles.
 */
@NullMarked
package io.coxswain.kube.deployment;

import org.jspecify.annotations.NullMarked;
