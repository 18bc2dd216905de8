/**
 * kube-controller-manager, the program. {@link io.coxswain.kube.host.KubeControllerManager} reads
 * as its start-up: options, config, completed config, run; events, configz, health, secure serving,
 * client builders, the token controller first, controller context, controllers; with leader
 * election, and with leader migration a second lock behind the first.
 *
 * <p>The rest in the order of use: {@code options} (flags), {@code gates} (features), {@link
 * io.coxswain.kube.host.HostConfig} (what was made of them), {@code serving} (HTTPS behind
 * authentication and authorization), {@code clients} (who each controller is), {@code controllers}
 * (what they share, which there are and how each is built) and {@code migration} (which lock each
 * runs under).
 *
 * <p>All state is the instance's, so several programs can live in one process; the world outside
 * comes in through {@link io.coxswain.kube.host.HostDependencies} alone, so the same class runs as
 * a process, inside {@code coxswain up} and in virtual time.
 */
@NullMarked
package io.coxswain.kube.host;

import org.jspecify.annotations.NullMarked;
