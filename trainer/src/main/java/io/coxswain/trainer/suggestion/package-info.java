/**
 * Algorithms that choose the hyperparameters of trials, and the rule that stops trials early. Pure
 * functions of the search and of what its trials have reported; {@link
 * io.coxswain.trainer.optimizationjob} carries them out.
 *
 * <p>{@link io.coxswain.trainer.suggestion.Suggester} is one algorithm: random and grid search,
 * tree-structured Parzen estimators ({@code TreeParzenSuggester}), Bayesian optimization with a
 * Gaussian process ({@code GaussianProcessSuggester}), Hyperband and asynchronous successive
 * halving. {@link io.coxswain.trainer.suggestion.SearchSettings} reads which one a search uses,
 * under Katib's names. {@link io.coxswain.trainer.suggestion.MedianStop} is the median stopping
 * rule.
 *
 * <p>Guarantees: the same seed, trial number and history give the same values, on every platform
 * and after every restart, whatever the order of the history; values are within their search space;
 * time and memory are bounded by the number of trials and parameters, which the CRD limits to 100
 * each.
 *
 * <p>Non-goals: neural architecture search, several objectives, state between calls.
 */
@NullMarked
package io.coxswain.trainer.suggestion;

import org.jspecify.annotations.NullMarked;
