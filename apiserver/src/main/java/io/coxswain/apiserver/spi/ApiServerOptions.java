package io.coxswain.apiserver.spi;

import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about a server.
 *
 * @param logs where the logs of pods come from; null when there are none
 * @param sessions who can talk with containers; null when nobody can
 * @param serviceAccounts whether a pod needs a service account and is given its token, as on a real
 *     cluster; someone must then create the account {@code default} in each namespace
 * @param privileged whether containers may be privileged; otherwise a pod with one is refused
 * @param usage what nodes and pods use; null when nobody measures, and then there is no such API
 */
public record ApiServerOptions(
    @Nullable PodLogs logs,
    @Nullable PodSessions sessions,
    boolean serviceAccounts,
    boolean privileged,
    @Nullable ResourceUsage usage) {

  /** No logs, no service accounts, no privileges. */
  public static ApiServerOptions plain() {
    return new ApiServerOptions(null, null, false, false, null);
  }

  public ApiServerOptions withLogs(PodLogs theirs) {
    return new ApiServerOptions(theirs, sessions, serviceAccounts, privileged, usage);
  }

  public ApiServerOptions withSessions(PodSessions theirs) {
    return new ApiServerOptions(logs, theirs, serviceAccounts, privileged, usage);
  }

  public ApiServerOptions withServiceAccounts() {
    return new ApiServerOptions(logs, sessions, true, privileged, usage);
  }

  public ApiServerOptions withPrivileged() {
    return new ApiServerOptions(logs, sessions, serviceAccounts, true, usage);
  }

  public ApiServerOptions withUsage(ResourceUsage theirs) {
    return new ApiServerOptions(logs, sessions, serviceAccounts, privileged, theirs);
  }
}
