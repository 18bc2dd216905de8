/**
 * The service account token controller: adds a token, the namespace and the root CA to Secrets of
 * type {@code kubernetes.io/service-account-token}. It deletes such a Secret with its service
 * account, and removes references to deleted Secrets from service accounts. It creates no Secrets.
 *
 * <p>{@link io.coxswain.kube.tokens.TokenController} registers two loops: by service account
 * ({@code AccountReconciler}) and by Secret ({@code SecretReconciler}, with the pure {@code
 * TokenPlan}). {@link io.coxswain.kube.tokens.TokenSigner} signs with an RSA or EC key; the same
 * key and service account always give the same token.
 */
@NullMarked
package io.coxswain.kube.tokens;

import org.jspecify.annotations.NullMarked;
