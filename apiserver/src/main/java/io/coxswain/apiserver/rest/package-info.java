/**
 * The request pipeline.
 *
 * <p>{@link io.coxswain.apiserver.rest.Api} is the entry point: it parses a request ({@link
 * io.coxswain.apiserver.rest.RequestInfo}), finds the kind, and passes it to its handler. {@code
 * Handlers} is the table of handlers: subresources and kinds that are not stored are registered
 * there; objects are handled by verb. A write has the same steps in the same order as in
 * kube-apiserver: decode, default, track owners ({@code managedFields}), admit, prepare, validate,
 * commit. What a kind does differently is in its {@link io.coxswain.apiserver.kinds.Strategy}; what
 * follows a write is a {@code WriteObserver}. Every rejection is a {@link
 * io.coxswain.apiserver.error.StatusException} with upstream's words.
 *
 * <p>Nothing here blocks, except for a revision that does not exist yet, and nothing has its own
 * thread: a request is handled by the task that sends it.
 */
@NullMarked
package io.coxswain.apiserver.rest;

import org.jspecify.annotations.NullMarked;
