package io.coxswain.node.scheduler.program;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.Files;
import io.coxswain.runtime.config.LeaderElection;
import io.coxswain.runtime.flags.ConfigFile;
import io.coxswain.runtime.flags.FlagException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file of kube-scheduler. A field is null if the file omits it. Fields of type
 * JsonNode are known, so that they can be rejected by name.
 */
record SchedulerConfiguration(
    @Nullable String apiVersion,
    @Nullable String kind,
    @Nullable LeaderElection leaderElection,
    @Nullable Connection clientConnection,
    @Nullable List<Profile> profiles,
    @Nullable Boolean enableProfiling,
    @Nullable Boolean enableContentionProfiling,
    @Nullable JsonNode parallelism,
    @Nullable JsonNode percentageOfNodesToScore,
    @Nullable JsonNode podInitialBackoffSeconds,
    @Nullable JsonNode podMaxBackoffSeconds,
    @Nullable JsonNode extenders,
    @Nullable JsonNode delayCacheUntilActive) {
  static final String API_VERSION = "kubescheduler.config.k8s.io/v1";
  static final String KIND = "KubeSchedulerConfiguration";
  static final SchedulerConfiguration EMPTY =
      new SchedulerConfiguration(
          null, null, null, null, null, null, null, null, null, null, null, null, null);

  /** Section {@code clientConnection}. */
  record Connection(
      @Nullable String kubeconfig,
      @Nullable Double qps,
      @Nullable Integer burst,
      @Nullable String acceptContentTypes,
      @Nullable String contentType) {
    static final Connection EMPTY = new Connection(null, null, null, null, null);
  }

  /** An entry of {@code profiles}. */
  record Profile(
      @Nullable String schedulerName,
      @Nullable JsonNode percentageOfNodesToScore,
      @Nullable JsonNode plugins,
      @Nullable JsonNode pluginConfig) {}

  /** Reads the file strictly. */
  static SchedulerConfiguration read(Files files, String name) throws FlagException {
    if (!files.exists(Path.of(name))) {
      throw new FlagException("open " + name + ": no such file or directory");
    }
    SchedulerConfiguration file =
        ConfigFile.read(files, Path.of(name), SchedulerConfiguration.class);
    if (!KIND.equals(file.kind) || !API_VERSION.equals(file.apiVersion)) {
      throw new FlagException(
          "%s: no kind \"%s\" is registered for version \"%s\"; must be kind \"%s\" of \"%s\""
              .formatted(name, file.kind, file.apiVersion, KIND, API_VERSION));
    }
    file.checkSupported(name);
    return file;
  }

  private void checkSupported(String name) throws FlagException {
    var unsupported = new LinkedHashMap<String, @Nullable JsonNode>();
    unsupported.put("parallelism", parallelism);
    unsupported.put("percentageOfNodesToScore", percentageOfNodesToScore);
    unsupported.put("podInitialBackoffSeconds", podInitialBackoffSeconds);
    unsupported.put("podMaxBackoffSeconds", podMaxBackoffSeconds);
    unsupported.put("extenders", extenders);
    unsupported.put("delayCacheUntilActive", delayCacheUntilActive);
    if (profiles != null) {
      for (int i = 0; i < profiles.size(); i++) {
        Profile profile = profiles.get(i);
        String at = "profiles[" + i + "].";
        unsupported.put(at + "percentageOfNodesToScore", profile.percentageOfNodesToScore);
        unsupported.put(at + "plugins", profile.plugins);
        unsupported.put(at + "pluginConfig", profile.pluginConfig);
      }
    }
    for (Map.Entry<String, @Nullable JsonNode> field : unsupported.entrySet()) {
      if (field.getValue() != null) {
        throw unsupported(name, field.getKey());
      }
    }
    if (Boolean.TRUE.equals(enableProfiling)) {
      throw unsupported(name, "enableProfiling: true");
    }
    if (Boolean.TRUE.equals(enableContentionProfiling)) {
      throw unsupported(name, "enableContentionProfiling: true");
    }
  }

  private static FlagException unsupported(String name, String field) {
    return new FlagException(name + ": " + field + " is not supported by this scheduler");
  }
}
