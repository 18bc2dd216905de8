/**
 * The HTTPS server on the loopback address, for all clients outside the process. {@link
 * io.coxswain.apiserver.http.HttpsServer} creates its own CA and certificates ({@link
 * io.coxswain.apiserver.http.Certificates}), authenticates clients by certificate or bearer token,
 * and converts HTTP requests into {@link io.coxswain.env.ApiRequest}s and results into HTTP
 * responses. Watches and logs are sent in chunks, each event as it arrives.
 *
 * <p>The cost that one client can impose on others is bounded: the size of headers and bodies,
 * requests in flight ({@link io.coxswain.apiserver.http.InFlight}), and by {@link
 * io.coxswain.apiserver.http.Watchdog} the time that a request, its sender and the reader of its
 * response may take. A watch whose reader accepts no data is disconnected; a disconnected reader is
 * detected within seconds ({@link io.coxswain.apiserver.http.Streams}).
 *
 * <p>Helidon's threads serve the connections: this is the only place in the module that uses
 * threads not from {@link io.coxswain.env.Env}.
 */
@NullMarked
package io.coxswain.apiserver.http;

import org.jspecify.annotations.NullMarked;
