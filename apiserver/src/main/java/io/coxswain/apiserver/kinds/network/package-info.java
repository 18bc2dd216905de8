/**
 * The kinds of networking: services with their addresses and ports, endpoints, ingresses, network
 * policies.
 *
 * <p>What a service holds alone is taken before the service is written and is an object itself: an
 * IPAddress for each cluster IP, an entry that only the server sees for each node port. Two
 * requests that want the same one therefore never both get it, and what a refused write took is
 * given back.
 *
 * <p>{@link io.coxswain.apiserver.kinds.network.NetworkKinds} is the table of the kinds.
 */
@NullMarked
package io.coxswain.apiserver.kinds.network;

import org.jspecify.annotations.NullMarked;
