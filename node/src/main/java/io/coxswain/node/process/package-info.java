/**
 * Nodes whose containers are programs of this machine.
 *
 * <p>{@link io.coxswain.node.process.ProcessNodes} registers some Node objects, keeps their leases
 * fresh and runs the pods bound to them. {@code PodReconciler} is the life of a pod: it observes
 * the pod and what its processes did, asks {@code PodPlan} (pure) what to start, stop or delete,
 * does that, and writes the status that {@code PodStatuses} (pure) works out, in a kubelet's words:
 * phases, conditions, container states, exit codes, reasons. {@code Prober} asks containers how
 * they are, {@code Handlers} carries out probes and hooks.
 *
 * <p>What a process node does <em>not</em> do:
 *
 * <ul>
 *   <li>It isolates nothing. Images are names only; a container is {@code command} and {@code args}
 *       run as this user, in an empty directory of its own (or {@code workingDir}), with the whole
 *       file system and network of the machine. Limits, security contexts and ports have no effect;
 *       an event names what is ignored ({@code IgnoredSettings}). Run only what you would run
 *       yourself.
 *   <li>Volumes are not mounted: where a mount path occurs in the command, the arguments, the
 *       working directory, an environment variable, a probe or a hook, the directory that holds the
 *       volume is written instead. A program that has the path built in, such as that of the
 *       service account's token, does not find it. There are {@code emptyDir}, {@code configMap},
 *       {@code secret}, {@code projected}, {@code downwardAPI}, {@code hostPath} and claims on
 *       volumes of kind hostPath or local; a container with another kind does not start. No size,
 *       mode or read-only flag is enforced.
 *   <li>Probes and hooks by gRPC or HTTPS fail and say so. There are no terminals.
 *   <li>No network of its own: addresses of pods and services stand for loopback addresses of this
 *       machine, and services are proxied ({@code io.coxswain.node.network}). That of the API
 *       server ({@code KUBERNETES_SERVICE_HOST}) is where it really listens, and where a server of
 *       this machine stands behind a service ({@code Reachable}), its place is written instead of
 *       the service's name.
 *   <li>No name service. Names of services, and names {@code <hostname>.<subdomain>} of headless
 *       services, are replaced by addresses in arguments and environment variables; the variable
 *       {@code COXSWAIN_HOSTS_FILE} names a file of all of them in the format of {@code
 *       /etc/hosts}.
 *   <li>What a container's program leaves running in the background ends with the pod only if it is
 *       still its child then.
 *   <li>When the program itself is killed, its pods' processes are not found again: on the next
 *       start a container that ran counts as ended with 137, and is restarted if its pod says so.
 * </ul>
 *
 * <p>Restarts back off from 1 s (a kubelet: 10 s), doubling up to 5 min; the first one is
 * immediate.
 */
@NullMarked
package io.coxswain.node.process;

import org.jspecify.annotations.NullMarked;
