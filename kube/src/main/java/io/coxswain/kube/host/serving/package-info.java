/**
 * The HTTPS server of the program. {@link io.coxswain.kube.host.serving.SecureServing} opens the
 * port with the configured or a self-signed certificate. Each request runs through {@link
 * io.coxswain.kube.host.serving.FilterChain}: authentication ({@code Authenticator}: headers of a
 * trusted proxy, a client certificate, a TokenReview, else anonymous), authorization ({@code
 * Authorizer}: system:masters, allowed paths, else a SubjectAccessReview), then the handler of the
 * path ({@link io.coxswain.kube.host.serving.Mux}): health, metrics, configuration, flags, status
 * and debug pages.
 */
@NullMarked
package io.coxswain.kube.host.serving;

import org.jspecify.annotations.NullMarked;
