/**
 * The HTTP servers of a program. {@link io.coxswain.runtime.http.HttpServer} serves one {@link
 * io.coxswain.runtime.http.Handler}, plain or over TLS; {@link
 * io.coxswain.runtime.http.EndpointServer} serves {@link io.coxswain.runtime.http.Endpoint}s,
 * functions by path, behind a {@link io.coxswain.runtime.http.RequestFilter}. The server library is
 * hidden from other packages.
 */
@NullMarked
package io.coxswain.runtime.http;

import org.jspecify.annotations.NullMarked;
