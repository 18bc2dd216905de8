/**
 * The legacy service account token cleaner: finds, once a day, auto-generated token Secrets that
 * have not been used for a period. Such a Secret is first labelled as invalid, so that the API
 * server rejects its use, and deleted after another period. A ConfigMap of the API server records
 * since when usage is tracked; nothing happens before a period has passed since then. {@link
 * io.coxswain.kube.legacytokens.LegacyTokenPlan} decides.
 */
@NullMarked
package io.coxswain.kube.legacytokens;

import org.jspecify.annotations.NullMarked;
