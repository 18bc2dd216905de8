/**
 * Networking kinds: services with their addresses and ports, endpoints, ingresses, network
 * policies.
 *
 * <p>Unique resources of a service are allocated before the service is written and are objects
 * themselves: an IPAddress for each cluster IP, an internal entry for each node port. Therefore two
 * requests never get the same one, and the allocations of a rejected write are released.
 *
 * <p>{@link io.coxswain.apiserver.kinds.network.NetworkKinds} is the table of the kinds.
 */
@NullMarked
package io.coxswain.apiserver.kinds.network;

import org.jspecify.annotations.NullMarked;
