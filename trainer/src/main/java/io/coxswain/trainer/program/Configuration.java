package io.coxswain.trainer.program;

import io.coxswain.runtime.config.ControllerManagerFile;
import io.coxswain.runtime.config.LeaderElection;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The configuration file of Trainer as it is written. A field is null if the file omits it. */
record Configuration(
    @Nullable String apiVersion,
    @Nullable String kind,
    @Nullable Webhook webhook,
    @Nullable LeaderElection leaderElection,
    @Nullable Metrics metrics,
    @Nullable Health health,
    @Nullable Controller controller,
    @Nullable CertManagement certManagement,
    @Nullable ClientConnection clientConnection,
    @Nullable StatusServer statusServer,
    @Nullable SortedMap<String, Boolean> featureGates,
    @Nullable Tls tls)
    implements ControllerManagerFile {
  static final String API_VERSION = "config.trainer.kubeflow.org/v1alpha1";

  static final Configuration EMPTY =
      new Configuration(
          API_VERSION, KIND, null, null, null, null, null, null, null, null, null, null);

  record Webhook(@Nullable Integer port, @Nullable String host) {
    static final Webhook EMPTY = new Webhook(null, null);
  }

  record Metrics(
      @Nullable String bindAddress, @Nullable Boolean secureServing, @Nullable Auth auth) {
    static final Metrics EMPTY = new Metrics(null, null, null);
  }

  record Auth(@Nullable Boolean enabled) {}

  record Controller(@Nullable SortedMap<String, Integer> groupKindConcurrency) {}

  record StatusServer(@Nullable Integer port, @Nullable Double qps, @Nullable Integer burst) {
    static final StatusServer EMPTY = new StatusServer(null, null, null);
  }

  record Tls(
      @Nullable String minVersion,
      @Nullable List<String> cipherSuites,
      @Nullable List<String> nextProtos) {}
}
