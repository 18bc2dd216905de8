/**
 * Who may read what a program serves: {@link io.coxswain.runtime.access.DelegatedAuthFilter} asks
 * the API server who the bearer of a token is and whether that user may do what the request asks
 * for.
 */
@NullMarked
package io.coxswain.runtime.access;

import org.jspecify.annotations.NullMarked;
