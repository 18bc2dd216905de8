/**
 * A Kubernetes API server that needs nothing but memory. {@link io.coxswain.apiserver.ApiServer} is
 * the entry point: it connects the store, the kinds and the request handlers, and is used within
 * the process ({@link io.coxswain.apiserver.ApiServer#transport}) or through the HTTPS server of
 * package {@code http}. One code path serves both.
 *
 * <p>The path of a request: {@code rest.RequestInfo} (parses it) -> {@code kinds.KindRegistry}
 * (finds the kind) -> {@code rest.Api} (dispatches the verb) -> {@code store.Store} (commits) ->
 * {@code watch.Watcher} (notifies watches).
 *
 * <p>Unsupported requests are rejected with a clear message, never approximated silently.
 */
@NullMarked
package io.coxswain.apiserver;

import org.jspecify.annotations.NullMarked;
