/**
 * Reviews: requests about the caller's identity and about permissions. They are created and
 * evaluated, never stored.
 *
 * <p>{@link io.coxswain.apiserver.auth.review.Reviews} is the entry point: one {@link
 * io.coxswain.apiserver.auth.review.Review} per kind.
 */
@NullMarked
package io.coxswain.apiserver.auth.review;

import org.jspecify.annotations.NullMarked;
