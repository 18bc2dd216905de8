/**
 * Connects fabric8's Kubernetes client to an API server through one of our transports, such as the
 * in-process one: no socket, no certificate, no port. {@link
 * io.coxswain.fabric8.TransportHttpClientFactory} is the entry point:
 *
 * <pre>{@code
 * var server = ApiServer.create(env);
 * var factory =
 *     new TransportHttpClientFactory(env.tasks(), server.transport("me", List.of("system:masters")));
 * var client = new KubernetesClientBuilder().withHttpClientFactory(factory).build();
 * }</pre>
 *
 * <p>Supports everything that is one request and one response, and also watches, informers and
 * followed logs. Streaming sessions with containers (exec, attach, port-forward) are rejected,
 * because they need a connection. fabric8 has its own threads and timers, so virtual time does not
 * make a program that uses it deterministic.
 */
@NullMarked
package io.coxswain.fabric8;

import org.jspecify.annotations.NullMarked;
