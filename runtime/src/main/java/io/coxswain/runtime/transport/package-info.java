/**
 * The way to a real API server: {@link io.coxswain.runtime.transport.HttpTransport} speaks HTTPS as
 * a {@link io.coxswain.runtime.transport.Kubeconfig} says.
 *
 * <p>HTTP/1.1 only: each watch has a connection of its own, so that no number of watches runs into
 * the limit of streams on one HTTP/2 connection. Requests share a bounded number of kept
 * connections. The client is our own, blocking, on whatever thread asks; why, says
 * docs/design/http-client.md. In the order of a request: {@code HttpTransport}, {@code Session}
 * (who we are), {@code Pool} and {@code Dialer} (connections), {@code Wire} (one of them), {@code
 * Head} and {@code Body} (the answer).
 *
 * <p>Requests are never sent twice, with three exceptions. When the server answers 401, or shows a
 * certificate that is not trusted, the kubeconfig is read anew (tokens and authorities rotate) and
 * the request, which the server refused or never saw, is repeated once. When a kept connection
 * turns out to be closed before all of the request was sent, and for GET before anything was
 * answered, another takes its place.
 *
 * <p>This package implements a port: it may use sockets and threads.
 */
@NullMarked
package io.coxswain.runtime.transport;

import org.jspecify.annotations.NullMarked;
