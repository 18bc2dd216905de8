/**
 * Requests to the API server, one level above the transport: User-Agent, conversion of error
 * responses to {@link io.coxswain.api.ApiException}s, and retries.
 *
 * <p>A request is retried only if the server requested it: 429 or 5xx with a {@code Retry-After}
 * header, at most ten times. A request without a response is never sent again here, because a write
 * may have happened; the caller decides. Immediately before each attempt of a request that may
 * write, the {@link io.coxswain.runtime.rest.WriteFence} of the task is checked.
 */
@NullMarked
package io.coxswain.runtime.rest;

import org.jspecify.annotations.NullMarked;
