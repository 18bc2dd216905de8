/**
 * Lets users of fabric8's Kubernetes client talk to an API server through a transport of ours, such
 * as the one within the process: no socket, no certificate, no port. {@link
 * io.coxswain.fabric8.TransportHttpClientFactory} is the entry:
 *
 * <pre>{@code
 * var server = ApiServer.create(env);
 * var factory =
 *     new TransportHttpClientFactory(env.tasks(), server.transport("me", List.of("system:masters")));
 * var client = new KubernetesClientBuilder().withHttpClientFactory(factory).build();
 * }</pre>
 *
 * <p>Everything that is one request and one answer works, and so do watches, informers and followed
 * logs. Conversations with containers (exec, attach, port-forward) are refused: they need a
 * connection. fabric8 itself has threads and timers of its own, so a program that uses it is not
 * made repeatable by running it in virtual time.
 */
@NullMarked
package io.coxswain.fabric8;

import org.jspecify.annotations.NullMarked;
