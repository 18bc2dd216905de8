/**
 * Requests to the API server, one level above the transport: who asks, how refusals become {@link
 * io.coxswain.api.ApiException}s, and what is tried again.
 *
 * <p>A request is repeated only when the server itself asked for that: 429 or 5xx with a {@code
 * Retry-After} header, at most ten times. A request that got no answer is never sent again here,
 * since a write may have happened; whoever asked decides.
 */
@NullMarked
package io.coxswain.runtime.rest;

import org.jspecify.annotations.NullMarked;
