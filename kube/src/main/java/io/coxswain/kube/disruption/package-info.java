/**
 * Keeps the status of PodDisruptionBudgets: how many pods there should be, how many are healthy and
 * how many more may be disrupted. The server decides on evictions by that status and counts them
 * against it itself, so every write here is refused unless the budget is just as it was read.
 *
 * <p>When a count cannot be worked out, nothing may be disrupted and the condition says why; the
 * next change of a pod or of the budget brings another try.
 *
 * <p>A second, small controller takes back the condition {@code DisruptionTarget} of pods that were
 * to be disrupted and, two minutes later, have not been.
 *
 * <p>Entry: {@link io.coxswain.kube.disruption.DisruptionController}. Pure: {@code BudgetStatus}.
 */
@NullMarked
package io.coxswain.kube.disruption;

import org.jspecify.annotations.NullMarked;
