/**
 * The network of process nodes: pods and services have addresses in the API that are not loopback
 * addresses, and each is mapped to a loopback address of this host.
 *
 * <p>{@link io.coxswain.node.network.PodNetwork} is the mapping, {@link
 * io.coxswain.node.network.ServiceProxy} connects clients of a service with its endpoints, and
 * {@link io.coxswain.node.network.ServiceNames} replaces names and addresses of services in the
 * texts of a container by local addresses, because local processes have no cluster DNS.
 *
 * <p>Only TCP is proxied. Bounds: {@link io.coxswain.node.network.ServiceProxy#MAX_LISTENERS} and
 * {@link io.coxswain.node.network.ServiceProxy#MAX_CONNECTIONS}.
 */
@NullMarked
package io.coxswain.node.network;

import org.jspecify.annotations.NullMarked;
