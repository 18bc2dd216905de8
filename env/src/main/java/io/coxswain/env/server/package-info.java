/**
 * Limits of the connections that a server accepts. {@link io.coxswain.env.server.Connections}
 * bounds their number and how long each may take to send the head of a request; {@link
 * io.coxswain.env.server.GuardedListener} puts it between Helidon and its sockets. A server that
 * uses neither needs no Helidon.
 */
@NullMarked
package io.coxswain.env.server;

import org.jspecify.annotations.NullMarked;
