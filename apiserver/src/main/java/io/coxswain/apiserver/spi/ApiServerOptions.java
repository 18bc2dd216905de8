package io.coxswain.apiserver.spi;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Options of a server.
 *
 * @param logs the source of pod logs; null if there is none
 * @param sessions runs sessions with containers; null if there are none
 * @param serviceAccounts whether a pod needs a service account and gets its token, as on a real
 *     cluster; the account {@code default} must then be created in each namespace
 * @param privileged whether containers may be privileged; otherwise a pod with one is rejected
 * @param network connects to pods and nodes; null if they are unreachable
 * @param kubelets connects to nodes of other programs; null if there are none
 * @param usage the source of resource metrics; null if there is none, and then the API is not
 *     served
 * @param features what is served beyond the defaults
 * @param audit how requests are recorded; null if they are not
 * @param encryption the file that lists the resources encrypted in the data directory; null if none
 *     is
 */
public record ApiServerOptions(
    @Nullable PodLogs logs,
    @Nullable PodSessions sessions,
    @Nullable ClusterNetwork network,
    boolean serviceAccounts,
    boolean privileged,
    @Nullable ResourceUsage usage,
    @Nullable Kubelets kubelets,
    ApiFeatures features,
    @Nullable AuditOptions audit,
    @Nullable EncryptionFile encryption) {

  /**
   * An EncryptionConfiguration.
   *
   * @param reload whether the file is read again while the server runs
   */
  public record EncryptionFile(Path path, boolean reload) {}

  /** No logs, no service accounts, no privileged containers. */
  public static ApiServerOptions plain() {
    return new ApiServerOptions(
        null, null, null, false, false, null, null, ApiFeatures.DEFAULT, null, null);
  }

  public ApiServerOptions withLogs(@Nullable PodLogs theirs) {
    return new ApiServerOptions(
        theirs,
        sessions,
        network,
        serviceAccounts,
        privileged,
        usage,
        kubelets,
        features,
        audit,
        encryption);
  }

  public ApiServerOptions withSessions(PodSessions theirs) {
    return new ApiServerOptions(
        logs,
        theirs,
        network,
        serviceAccounts,
        privileged,
        usage,
        kubelets,
        features,
        audit,
        encryption);
  }

  public ApiServerOptions withNetwork(ClusterNetwork theirs) {
    return new ApiServerOptions(
        logs,
        sessions,
        theirs,
        serviceAccounts,
        privileged,
        usage,
        kubelets,
        features,
        audit,
        encryption);
  }

  public ApiServerOptions withServiceAccounts() {
    return new ApiServerOptions(
        logs, sessions, network, true, privileged, usage, kubelets, features, audit, encryption);
  }

  public ApiServerOptions withPrivileged() {
    return new ApiServerOptions(
        logs,
        sessions,
        network,
        serviceAccounts,
        true,
        usage,
        kubelets,
        features,
        audit,
        encryption);
  }

  public ApiServerOptions withUsage(ResourceUsage theirs) {
    return new ApiServerOptions(
        logs,
        sessions,
        network,
        serviceAccounts,
        privileged,
        theirs,
        kubelets,
        features,
        audit,
        encryption);
  }

  public ApiServerOptions withKubelets(Kubelets theirs) {
    return new ApiServerOptions(
        logs,
        sessions,
        network,
        serviceAccounts,
        privileged,
        usage,
        theirs,
        features,
        audit,
        encryption);
  }

  public ApiServerOptions withFeatures(ApiFeatures theirs) {
    return new ApiServerOptions(
        logs,
        sessions,
        network,
        serviceAccounts,
        privileged,
        usage,
        kubelets,
        theirs,
        audit,
        encryption);
  }

  public ApiServerOptions withAudit(AuditOptions theirs) {
    return new ApiServerOptions(
        logs,
        sessions,
        network,
        serviceAccounts,
        privileged,
        usage,
        kubelets,
        features,
        theirs,
        encryption);
  }

  public ApiServerOptions withEncryption(Path config) {
    return withEncryption(new EncryptionFile(config, false));
  }

  public ApiServerOptions withEncryption(EncryptionFile config) {
    return new ApiServerOptions(
        logs,
        sessions,
        network,
        serviceAccounts,
        privileged,
        usage,
        kubelets,
        features,
        audit,
        config);
  }
}
