/**
 * Webhooks: admission, conversion and token review.
 *
 * <p>{@link io.coxswain.runtime.webhook.Webhooks} is the registry of one manager and independent of
 * sockets: each path is a function from the bytes of a review to the bytes of its response, which a
 * simulation or an embedded server calls directly and {@link
 * io.coxswain.runtime.webhook.WebhookServer} serves over HTTPS. Handlers may be registered before
 * or after the server has started.
 *
 * <p>Guarantees, as in controller-runtime: an admission review always gets HTTP 200 and a review of
 * the requested version, even if the request cannot be decoded (400), is too large (413) or the
 * handler fails (500); a denial is 403 with its message, an API error is returned unchanged; a
 * defaulter's patch contains the changes of the defaulter and nothing that results only from
 * decoding and encoding the object; of several handlers on one path the first denial wins.
 */
@NullMarked
package io.coxswain.runtime.webhook;

import org.jspecify.annotations.NullMarked;
