package io.coxswain.kube.host;

import io.coxswain.env.Env;
import io.coxswain.kube.host.shared.Listener;
import io.coxswain.kube.host.shared.Logging;

/**
 * The world around the program.
 *
 * @param env time, tasks, files; its API is the server that requests go to unless flags name one
 * @param connector finds the servers that flags name
 * @param listener opens the port
 * @param console where help and errors go
 * @param logging what flags about logs turn
 * @param hostName how this machine is known
 */
public record HostDependencies(
    Env env,
    Connector connector,
    Listener listener,
    Console console,
    Logging logging,
    String hostName) {}
