package io.coxswain.jobset.program;

import io.coxswain.runtime.config.ControllerManagerFile;
import io.coxswain.runtime.config.LeaderElection;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The configuration file of JobSet as it is written. A field is null if the file omits it. */
record Configuration(
    @Nullable String apiVersion,
    @Nullable String kind,
    @Nullable Webhook webhook,
    @Nullable Metrics metrics,
    @Nullable Health health,
    @Nullable LeaderElection leaderElection,
    @Nullable CertManagement internalCertManagement,
    @Nullable ClientConnection clientConnection,
    @Nullable Tls tls,
    @Nullable SortedMap<String, Boolean> featureGates)
    implements ControllerManagerFile {
  static final String API_VERSION = "config.jobset.x-k8s.io/v1alpha1";

  static final Configuration EMPTY =
      new Configuration(API_VERSION, KIND, null, null, null, null, null, null, null, null);

  record Webhook(@Nullable Integer port, @Nullable String host, @Nullable String certDir) {
    static final Webhook EMPTY = new Webhook(null, null, null);
  }

  record Metrics(@Nullable String bindAddress, @Nullable String certDir) {
    static final Metrics EMPTY = new Metrics(null, null);
  }

  record Tls(@Nullable String minVersion, @Nullable List<String> cipherSuites) {}
}
