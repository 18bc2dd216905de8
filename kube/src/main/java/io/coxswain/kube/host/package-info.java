/**
 * The kube-controller-manager program. {@link io.coxswain.kube.host.KubeControllerManager} reads
 * like its startup: options, config, completed config, run; events, configz, health, secure
 * serving, client builders, the token controller first, controller context, controllers; with
 * leader election, and with leader migration a second lease.
 *
 * <p>The other packages in the order of use: {@code options} (flags), {@code gates} (feature
 * gates), {@link io.coxswain.kube.host.HostConfig} (validated options), {@code serving} (HTTPS with
 * authentication and authorization), {@code clients} (credentials of controllers), {@code
 * controllers} (their context, list and construction) and {@code migration} (the lease of each).
 *
 * <p>All state belongs to the instance, so several programs can run in one process. All
 * dependencies come through {@link io.coxswain.kube.host.HostDependencies}, so the same class runs
 * as a process, inside {@code coxswain up} and in virtual time.
 */
@NullMarked
package io.coxswain.kube.host;

import org.jspecify.annotations.NullMarked;
