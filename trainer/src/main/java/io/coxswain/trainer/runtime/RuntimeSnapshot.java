package io.coxswain.trainer.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.RuntimeRef;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.framework.BuildException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runtime that a job started with, kept as YAML in a ConfigMap that the job owns. It is written
 * once, before anything is built, and never refreshed; either implementation of the controller
 * reads what the other wrote.
 */
public final class RuntimeSnapshot {
  private static final String DATA_KEY = "runtime";
  private static final String INVALID = "invalid runtime snapshot: ";

  private RuntimeSnapshot() {}

  public static ObjectKey key(TrainJob job) {
    return ObjectKey.of(job).sibling(job.getMetadata().getName() + "-runtime-snapshot");
  }

  /** The ConfigMap to be created: the whole runtime, but for the record of who set which field. */
  public static ConfigMap take(TrainJob job, CustomObject<TrainingRuntimeSpec, Void> runtime) {
    ObjectNode tree = Json.tree(runtime);
    if (tree.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    ObjectKey key = key(job);
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(key.namespace())
        .withName(key.name())
        .withOwnerReferences(Owners.controlledBy(job))
        .endMetadata()
        .withData(Map.of(DATA_KEY, GoYamlWriter.of(tree)))
        .build();
  }

  /**
   * The runtime in the ConfigMap.
   *
   * @throws BuildException if the ConfigMap is not this job's, or not of this job's runtime
   */
  public static CustomObject<TrainingRuntimeSpec, Void> read(ConfigMap snapshot, TrainJob job) {
    if (!Owners.isControlledBy(snapshot, job)) {
      throw new BuildException(
          INVALID + "a snapshot configmap exists but is owned by another object");
    }
    @Nullable String yaml = snapshot.getData() == null ? null : snapshot.getData().get(DATA_KEY);
    if (yaml == null) {
      throw new BuildException(INVALID + "snapshot ConfigMap missing \"runtime\" data key");
    }
    CustomObject<TrainingRuntimeSpec, Void> runtime = parse(yaml);
    check(runtime, job.getSpec().getRuntimeRef());
    return runtime;
  }

  private static CustomObject<TrainingRuntimeSpec, Void> parse(String yaml) {
    try {
      JsonNode tree = Json.yamlMapper().readTree(yaml);
      String kind = tree.path("kind").asText();
      return kind.equals("TrainingRuntime")
          ? Json.convert(tree, TrainingRuntime.class)
          : Json.convert(tree, ClusterTrainingRuntime.class);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new BuildException(INVALID + "unable to unmarshal the snapshot: " + e.getMessage(), e);
    }
  }

  private static void check(CustomObject<TrainingRuntimeSpec, Void> runtime, RuntimeRef ref) {
    String apiVersion = runtime.getApiVersion();
    String group = apiVersion.substring(0, Math.max(apiVersion.indexOf('/'), 0));
    boolean same =
        ref.getName().equals(runtime.getMetadata().getName())
            && (ref.getKind() == null || ref.getKind().equals(runtime.getKind()))
            && (ref.getApiGroup() == null || ref.getApiGroup().equals(group));
    if (!same) {
      throw new BuildException(
          INVALID
              + "the snapshot refers to the wrong runtime: expecting %s %s, found %s.%s %s"
                  .formatted(
                      RuntimeRegistry.key(ref),
                      ref.getName(),
                      runtime.getKind(),
                      group,
                      runtime.getMetadata().getName()));
    }
  }
}
