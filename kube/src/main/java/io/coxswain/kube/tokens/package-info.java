/**
 * The service account token controller: a Secret of type {@code
 * kubernetes.io/service-account-token} that names a service account is given a token for it, the
 * namespace and the root CA; it goes when its account goes, and an account's list of secrets
 * forgets those that are gone. It creates no Secrets.
 *
 * <p>{@link io.coxswain.kube.tokens.TokenController} wires two loops: by account ({@code
 * AccountReconciler}) and by Secret ({@code SecretReconciler}, with {@code TokenPlan} as its pure
 * decision). {@link io.coxswain.kube.tokens.TokenSigner} makes the tokens, with an RSA or an
 * elliptic key; the same key and account always give the same token.
 */
@NullMarked
package io.coxswain.kube.tokens;

import org.jspecify.annotations.NullMarked;
