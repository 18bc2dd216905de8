package io.coxswain.kube.host;

import io.coxswain.env.Env;
import io.coxswain.kube.host.shared.Listener;
import io.coxswain.kube.host.shared.Logging;

/**
 * The dependencies that main injects.
 *
 * @param env time, tasks and files; its API is the default API server
 * @param connector connects to API servers named by flags
 * @param listener opens the secure port
 * @param console prints help and errors
 * @param logging is configured by logging flags
 * @param hostName the name of this host
 */
public record HostDependencies(
    Env env,
    Connector connector,
    Listener listener,
    Console console,
    Logging logging,
    String hostName) {}
