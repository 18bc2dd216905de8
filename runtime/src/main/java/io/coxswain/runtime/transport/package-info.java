/**
 * The transport to a real API server: {@link io.coxswain.runtime.transport.HttpTransport} sends
 * requests over HTTPS according to a {@link io.coxswain.runtime.transport.Kubeconfig}.
 *
 * <p>HTTP/1.1 only: each watch has its own connection, so that the number of watches is not limited
 * by the streams of an HTTP/2 connection. Requests share a bounded pool of connections. The client
 * is our own and blocks the calling thread; docs/design/http-client.md gives the reasons. In the
 * order of a request: {@code HttpTransport}, {@code Session} (credentials), {@code Pool} and {@code
 * Dialer} (connections), {@code Wire} (one connection), {@code Head} and {@code Body} (the
 * response).
 *
 * <p>Requests are never sent twice, with three exceptions. When the server responds with 401, or
 * its certificate is not trusted, the kubeconfig is reloaded (tokens and CAs rotate) and the
 * request, which the server rejected or never received, is repeated once. When a reused connection
 * turns out to be closed before the complete request was sent, and for GET before any response,
 * another connection is used.
 *
 * <p>This package implements a port: it may use sockets and threads.
 */
@NullMarked
package io.coxswain.runtime.transport;

import org.jspecify.annotations.NullMarked;
