/**
 * Maintains the status of PodDisruptionBudgets: the expected number of pods, the number of healthy
 * ones and the number of allowed disruptions. The API server admits evictions by that status and
 * decrements it itself, so every write here carries the resourceVersion as a precondition.
 *
 * <p>If a count cannot be determined, no disruptions are allowed and the condition reports the
 * reason; the next change of a pod or of the budget triggers another attempt.
 *
 * <p>A second controller resets the condition {@code DisruptionTarget} of pods that have not been
 * disrupted after two minutes.
 *
 * <p>Entry: {@link io.coxswain.kube.disruption.DisruptionController}. Pure: {@code BudgetStatus}.
 */
@NullMarked
package io.coxswain.kube.disruption;

import org.jspecify.annotations.NullMarked;
