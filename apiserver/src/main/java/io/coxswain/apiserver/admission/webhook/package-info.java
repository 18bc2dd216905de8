/**
 * Webhooks: external programs that admit writes or convert custom resources.
 *
 * <p>{@link io.coxswain.apiserver.admission.webhook.WebhookRegistry} calls them. Handlers in the
 * same process are registered there, by the service or the URL that configurations name; they run
 * on the task of the request, so tests and simulations need neither a socket nor a certificate.
 * Other webhooks are called through a {@link
 * io.coxswain.apiserver.admission.webhook.WebhookTransport}, if there is one. {@link
 * io.coxswain.apiserver.admission.webhook.MutatingWebhooks} and {@link
 * io.coxswain.apiserver.admission.webhook.ValidatingWebhooks} are members of the admission chain.
 * Configurations are parsed once per change; without any, a write costs one lookup.
 *
 * <p>No lock is held during a call. Validating webhooks are called one after another; the first
 * denial in their order is returned.
 */
@NullMarked
package io.coxswain.apiserver.admission.webhook;

import org.jspecify.annotations.NullMarked;
