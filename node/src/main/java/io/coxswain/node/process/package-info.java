/**
 * Nodes whose containers are processes of this host.
 *
 * <p>{@link io.coxswain.node.process.ProcessNodes} registers some Node objects, renews their leases
 * and runs the pods bound to them. {@code PodReconciler} implements the life of a pod: it observes
 * the pod and its processes, uses {@code PodPlan} (pure) to decide what to start, stop or delete,
 * does that, and writes the status that {@code PodStatuses} (pure) computes, in a kubelet's words:
 * phases, conditions, container states, exit codes, reasons. {@code Prober} runs probes, {@code
 * Handlers} performs probes and hooks.
 *
 * <p>What a process node does <em>not</em> do:
 *
 * <ul>
 *   <li>It isolates nothing. Images are only names; a container is {@code command} and {@code args}
 *       run as this user, in its own empty directory (or {@code workingDir}), with the whole file
 *       system and network of the host. Limits, security contexts and ports have no effect; an
 *       event names what is ignored ({@code IgnoredSettings}). Run only what you would run
 *       yourself.
 *   <li>Volumes are not mounted: where a mount path occurs in the command, the arguments, the
 *       working directory, an environment variable, a probe or a hook, it is replaced by the
 *       directory of the volume. A program with a built-in path, such as that of the service
 *       account's token, does not find it. Supported are {@code emptyDir}, {@code configMap},
 *       {@code secret}, {@code projected}, {@code downwardAPI}, {@code hostPath} and claims bound
 *       to volumes of kind hostPath or local; a container with another kind does not start. Sizes,
 *       modes and read-only flags are not enforced.
 *   <li>There are no terminals.
 *   <li>It has no network: addresses of pods and services are mapped to loopback addresses of this
 *       host, and services are proxied ({@code io.coxswain.node.network}). That of the API server
 *       ({@code KUBERNETES_SERVICE_HOST}) is its actual address, and where a server of this host
 *       serves a service ({@code Reachable}), the service's name is replaced by its address.
 *   <li>It has no cluster DNS. Names of services, and names {@code <hostname>.<subdomain>} of
 *       headless services, are replaced by addresses in arguments and environment variables; the
 *       variable {@code COXSWAIN_HOSTS_FILE} names a file with all of them in the format of {@code
 *       /etc/hosts}.
 *   <li>Background processes of a container's program end with the pod only if they are still its
 *       children.
 *   <li>If the program itself is killed, the processes of its pods are not found again: on the next
 *       start a container that was running counts as ended with 137, and is restarted according to
 *       its pod's policy.
 * </ul>
 *
 * <p>Restarts back off from 1 s (a kubelet: 10 s), doubling up to 5 min; the first one is
 * immediate.
 */
@NullMarked
package io.coxswain.node.process;

import org.jspecify.annotations.NullMarked;
