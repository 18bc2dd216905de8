package io.coxswain.trainer.program;

import io.coxswain.runtime.config.LeaderElection;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The configuration file as it is written; null where nothing is said. */
record Configuration(
    @Nullable String apiVersion,
    @Nullable String kind,
    @Nullable Webhook webhook,
    @Nullable LeaderElection leaderElection,
    @Nullable Metrics metrics,
    @Nullable Health health,
    @Nullable Controller controller,
    @Nullable Certificates certManagement,
    @Nullable Connection clientConnection,
    @Nullable StatusServer statusServer,
    @Nullable SortedMap<String, Boolean> featureGates,
    @Nullable Tls tls) {
  static final String API_VERSION = "config.trainer.kubeflow.org/v1alpha1";
  static final String KIND = "Configuration";

  static final Configuration EMPTY =
      new Configuration(
          API_VERSION, KIND, null, null, null, null, null, null, null, null, null, null);

  record Webhook(@Nullable Integer port, @Nullable String host) {
    static final Webhook UNSAID = new Webhook(null, null);
  }

  record Metrics(
      @Nullable String bindAddress, @Nullable Boolean secureServing, @Nullable Auth auth) {
    static final Metrics UNSAID = new Metrics(null, null, null);
  }

  record Auth(@Nullable Boolean enabled) {}

  record Health(
      @Nullable String healthProbeBindAddress,
      @Nullable String readinessEndpointName,
      @Nullable String livenessEndpointName) {
    static final Health UNSAID = new Health(null, null, null);
  }

  record Controller(@Nullable SortedMap<String, Integer> groupKindConcurrency) {}

  record Certificates(
      @Nullable Boolean enable,
      @Nullable String webhookServiceName,
      @Nullable String webhookSecretName) {
    static final Certificates UNSAID = new Certificates(null, null, null);
  }

  record Connection(@Nullable Double qps, @Nullable Integer burst) {
    static final Connection UNSAID = new Connection(null, null);
  }

  record StatusServer(@Nullable Integer port, @Nullable Double qps, @Nullable Integer burst) {
    static final StatusServer UNSAID = new StatusServer(null, null, null);
  }

  record Tls(
      @Nullable String minVersion,
      @Nullable List<String> cipherSuites,
      @Nullable List<String> nextProtos) {}
}
