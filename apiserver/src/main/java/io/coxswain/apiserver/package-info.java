/**
 * A Kubernetes API server that needs nothing but memory. {@link io.coxswain.apiserver.ApiServer} is
 * the entry: it ties together the store, the kinds and the handling of requests, and is used within
 * the process ({@link io.coxswain.apiserver.ApiServer#transport}) or behind the HTTPS front of
 * package {@code http}. One code path serves both.
 *
 * <p>The way of a request: {@code rest.RequestInfo} (what is asked) -> {@code kinds.KindRegistry}
 * (of which kind) -> {@code rest.Api} (the verb) -> {@code store.Store} (commit) -> {@code
 * watch.Watcher} (who is told).
 *
 * <p>What is not offered is refused with a clear message, never approximated silently.
 */
@NullMarked
package io.coxswain.apiserver;

import org.jspecify.annotations.NullMarked;
