/**
 * The questions one can ask about who one is and what someone may do. They are created and
 * answered, never stored.
 *
 * <p>{@link io.coxswain.apiserver.auth.review.Reviews} is the entry: one {@link
 * io.coxswain.apiserver.auth.review.Review} per kind.
 */
@NullMarked
package io.coxswain.apiserver.auth.review;

import org.jspecify.annotations.NullMarked;
