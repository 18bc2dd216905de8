/**
 * Limits for the connections of a server. {@link io.coxswain.env.server.Connections} bounds their
 * number and the time each may take to send the head of a request; {@link
 * io.coxswain.env.server.GuardedListener} installs it in Helidon; {@link
 * io.coxswain.env.server.RestartingServer} listens again after Helidon has ended its listener. A
 * server that uses none of them does not need Helidon.
 */
@NullMarked
package io.coxswain.env.server;

import org.jspecify.annotations.NullMarked;
