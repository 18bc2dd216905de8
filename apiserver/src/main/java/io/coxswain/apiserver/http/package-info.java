/**
 * The server's front for everyone outside the process: HTTPS on the loopback address. {@link
 * io.coxswain.apiserver.http.HttpsServer} makes its own certificate authority and certificates
 * ({@link io.coxswain.apiserver.http.Certificates}), knows callers by client certificate or bearer
 * token, and turns HTTP requests into {@link io.coxswain.env.ApiRequest}s and answers into
 * responses. Watches and logs are sent in chunks, each event as it comes.
 *
 * <p>What one client can cost the others is bounded: the size of a body and of a head, requests in
 * flight ({@link io.coxswain.apiserver.http.InFlight}), and by {@link
 * io.coxswain.apiserver.http.Watchdog} the time that a request, its sender and the reader of its
 * answer may take. A watch whose reader takes nothing is cut off; one whose reader is gone is
 * noticed within seconds ({@link io.coxswain.apiserver.http.Streams}).
 *
 * <p>Helidon's threads serve the connections: this is the one place of the module where work is
 * done on threads that do not come from {@link io.coxswain.env.Env}.
 */
@NullMarked
package io.coxswain.apiserver.http;

import org.jspecify.annotations.NullMarked;
