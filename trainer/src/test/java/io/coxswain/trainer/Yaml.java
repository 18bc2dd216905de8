package io.coxswain.trainer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.env.Env;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.plugins.Plugins;

/** Objects for tests, written as YAML. */
public final class Yaml {
  private Yaml() {}

  public static <T> T read(Class<T> type, String yaml) {
    try {
      return Json.yamlMapper().readValue(yaml, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Any value as it would be sent. */
  public static JsonNode json(Object value) {
    return Json.MAPPER.valueToTree(value);
  }

  public static JsonNode tree(String yaml) {
    return read(JsonNode.class, yaml);
  }

  /** The job {@code default/tj} with UID {@code uid-1}, created at 2026-01-01, with the spec. */
  public static TrainJob job(String spec) {
    return read(
        TrainJob.class,
        """
        metadata:
          name: tj
          namespace: default
          uid: uid-1
          creationTimestamp: "2026-01-01T00:00:00Z"
        spec:
          runtimeRef:
            {name: torch-distributed, kind: ClusterTrainingRuntime, apiGroup: trainer.kubeflow.org}
        """
            + spec.indent(2));
  }

  public static TrainingRuntimeSpec runtime(String spec) {
    return read(TrainingRuntimeSpec.class, spec);
  }

  /** What upstream ships as torch-distributed, in effect. */
  public static ClusterTrainingRuntime torchDistributed() {
    return read(
        ClusterTrainingRuntime.class,
        """
        metadata:
          name: torch-distributed
          labels: {trainer.kubeflow.org/framework: torch}
        spec:
          mlPolicy: {numNodes: 1, torch: {}}
          template:
            spec:
              replicatedJobs:
                - name: node
                  template:
                    metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                    spec:
                      template:
                        spec:
                          containers:
                            - {name: node, image: "pytorch/pytorch:2.13.0"}
        """);
  }

  /** The plugins, with keys that nobody has to guess. */
  public static Framework plugins() {
    return Plugins.all(Env.production().entropy());
  }
}
