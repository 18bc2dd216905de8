/**
 * What the program serves over HTTPS. {@link io.coxswain.kube.host.serving.SecureServing} opens the
 * port with the certificate that the flags name or one made for the occasion; each request passes
 * {@link io.coxswain.kube.host.serving.FilterChain}: who asks ({@code Authenticator}: a trusted
 * proxy's headers, a client certificate, a token that the API server knows, else anonymous),
 * whether they may ({@code Authorizer}: masters, paths open to all, else the API server says), then
 * what is at the path ({@link io.coxswain.kube.host.serving.Mux}): health, metrics, configuration,
 * flags, status and debug handlers.
 */
@NullMarked
package io.coxswain.kube.host.serving;

import org.jspecify.annotations.NullMarked;
