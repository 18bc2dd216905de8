/**
 * Webhooks: programs outside that are asked about writes, and that convert custom resources.
 *
 * <p>{@link io.coxswain.apiserver.admission.webhook.WebhookRegistry} is the way out. Handlers in
 * the same process are registered there, by the service or the URL that configurations name; they
 * run on the task of the request, so tests and simulations need neither socket nor certificate.
 * What is registered nowhere goes out by a {@link
 * io.coxswain.apiserver.admission.webhook.WebhookTransport}, if there is one. {@link
 * io.coxswain.apiserver.admission.webhook.MutatingWebhooks} and {@link
 * io.coxswain.apiserver.admission.webhook.ValidatingWebhooks} are members of the admission chain;
 * configurations are read once per change of them, and without any a write costs one look.
 *
 * <p>No lock is held during a call. Validating webhooks are called one after another; the first
 * refusal in their order is the answer.
 */
@NullMarked
package io.coxswain.apiserver.admission.webhook;

import org.jspecify.annotations.NullMarked;
