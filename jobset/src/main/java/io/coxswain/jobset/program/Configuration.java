package io.coxswain.jobset.program;

import io.coxswain.runtime.config.LeaderElection;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The configuration file as it is written; null where nothing is said. */
record Configuration(
    @Nullable String apiVersion,
    @Nullable String kind,
    @Nullable Webhook webhook,
    @Nullable Metrics metrics,
    @Nullable Health health,
    @Nullable LeaderElection leaderElection,
    @Nullable Certificates internalCertManagement,
    @Nullable Connection clientConnection,
    @Nullable Tls tls,
    @Nullable SortedMap<String, Boolean> featureGates) {
  static final String API_VERSION = "config.jobset.x-k8s.io/v1alpha1";
  static final String KIND = "Configuration";

  static final Configuration EMPTY =
      new Configuration(API_VERSION, KIND, null, null, null, null, null, null, null, null);

  record Webhook(@Nullable Integer port, @Nullable String host, @Nullable String certDir) {
    static final Webhook UNSAID = new Webhook(null, null, null);
  }

  record Metrics(@Nullable String bindAddress, @Nullable String certDir) {
    static final Metrics UNSAID = new Metrics(null, null);
  }

  record Health(
      @Nullable String healthProbeBindAddress,
      @Nullable String readinessEndpointName,
      @Nullable String livenessEndpointName) {
    static final Health UNSAID = new Health(null, null, null);
  }

  record Certificates(
      @Nullable Boolean enable,
      @Nullable String webhookServiceName,
      @Nullable String webhookSecretName) {
    static final Certificates UNSAID = new Certificates(null, null, null);
  }

  record Connection(@Nullable Double qps, @Nullable Integer burst) {
    static final Connection UNSAID = new Connection(null, null);
  }

  record Tls(@Nullable String minVersion, @Nullable List<String> cipherSuites) {}
}
