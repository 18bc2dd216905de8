/**
 * The way to a real API server: {@link io.coxswain.runtime.transport.HttpTransport} speaks HTTPS as
 * a {@link io.coxswain.runtime.transport.Kubeconfig} says.
 *
 * <p>HTTP/1.1 only: each watch has a connection of its own, so that no number of watches runs into
 * the limit of streams on one HTTP/2 connection. Requests are never sent twice, with one exception:
 * when the server answers 401 the credentials are read anew (tokens rotate) and the request, which
 * the server refused, is repeated once.
 *
 * <p>This package implements a port: it may use sockets and the JDK client's threads.
 */
@NullMarked
package io.coxswain.runtime.transport;

import org.jspecify.annotations.NullMarked;
