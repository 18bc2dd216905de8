/**
 * Rolls out the pod template of each Deployment by way of ReplicaSets, one for each template.
 *
 * <p>The new ReplicaSet is the oldest one whose template equals the Deployment's, whatever its name
 * and hash say; all others are old. A pass either scales (the wanted number changed, or the
 * Deployment is paused), or takes one step of the rollout: with RollingUpdate the new set grows as
 * the surge allows and old ones shrink as availability allows, with Recreate nothing new starts
 * while something old runs. Each pass ends by writing the status, when it changed. A rollout that
 * makes no progress in time is reported, never undone.
 *
 * <p>Entry: {@link io.coxswain.kube.deployment.DeploymentController}. {@code DeploymentPass} reads
 * as a table of contents. Pure: {@code Fenceposts}, {@code RollingPlan}, {@code ProportionalPlan},
 * {@code DeploymentStatuses}, {@code RevisionHistory}.
 *
 * <p>Nothing is kept in memory between passes.
 */
@NullMarked
package io.coxswain.kube.deployment;

import org.jspecify.annotations.NullMarked;
