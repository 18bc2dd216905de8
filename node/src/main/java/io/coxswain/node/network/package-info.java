/**
 * The network of process nodes: pods and services have addresses in the API that are not loopback
 * addresses, and each stands for a loopback address of this machine.
 *
 * <p>{@link io.coxswain.node.network.PodNetwork} is the mapping, {@link
 * io.coxswain.node.network.ServiceProxy} connects those who dial a service with its endpoints, and
 * {@link io.coxswain.node.network.ServiceNames} writes local addresses for names and addresses of
 * services in the texts of a container, since there is no name service for local processes.
 *
 * <p>Only TCP is proxied. Bounds: {@link io.coxswain.node.network.ServiceProxy#MAX_LISTENERS} and
 * {@link io.coxswain.node.network.ServiceProxy#MAX_CONNECTIONS}.
 */
@NullMarked
package io.coxswain.node.network;

import org.jspecify.annotations.NullMarked;
