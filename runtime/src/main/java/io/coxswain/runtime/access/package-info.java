/**
 * Delegated authentication and authorization for the endpoints of a program: the API server
 * authenticates the bearer token ({@link io.coxswain.runtime.access.TokenReviews}) and authorizes
 * the request ({@link io.coxswain.runtime.access.AccessReviews}). Both retry and cache. {@link
 * io.coxswain.runtime.access.DelegatedAuthFilter} is the two of them as a filter.
 */
@NullMarked
package io.coxswain.runtime.access;

import org.jspecify.annotations.NullMarked;
