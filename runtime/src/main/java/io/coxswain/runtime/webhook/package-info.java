/**
 * Webhooks: the API server asks this program before it stores an object, or to turn an object of
 * one version into another.
 *
 * <p>{@link io.coxswain.runtime.webhook.Webhooks} is the registry of one manager and knows no
 * socket: each path is a plain function from the bytes of a review to the bytes of its answer,
 * which a simulation or an embedded server calls directly and {@link
 * io.coxswain.runtime.webhook.WebhookServer} serves over HTTPS. Handlers may be registered before
 * or after the server started.
 *
 * <p>Guarantees, as controller-runtime gives them: an admission review is always answered with HTTP
 * 200 and a review of the version asked in, also when the request cannot be read (400), is too
 * large (413) or the handler fails (500); a denial is 403 with its message, an API error is passed
 * on as it is; a defaulter's patch holds what the defaulter changed and nothing that merely comes
 * from decoding and encoding the object; of several handlers on one path the first denial counts.
 */
@NullMarked
package io.coxswain.runtime.webhook;

import org.jspecify.annotations.NullMarked;
