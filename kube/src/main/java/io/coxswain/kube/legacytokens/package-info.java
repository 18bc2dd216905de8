/**
 * The legacy service account token cleaner: once a day looks for token secrets that were generated
 * with their service account and that nobody has used for a period. Such a secret is first labelled
 * as invalid, so that its use is refused and can be noticed, and deleted after another period.
 * Since when use is tracked at all stands in a ConfigMap of the API server; nothing happens before
 * a period has passed since then. {@link io.coxswain.kube.legacytokens.LegacyTokenPlan} decides.
 */
@NullMarked
package io.coxswain.kube.legacytokens;

import org.jspecify.annotations.NullMarked;
