package io.coxswain.api.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the definitions made from our types with upstream's, field by field. */
class CrdParityTest {
  private static final Path DATA = Path.of(System.getProperty("coxswain.root"), "../shared/data");

  /** Trainer's copy of JobSet's schema is older than the JobSet it runs on. */
  private static final List<String> KNOWN =
      List.of(
          "TrainingRuntime .spec.template.spec.replicatedJobs[].replicas minimum: null, ours 0",
          "ClusterTrainingRuntime .spec.template.spec.replicatedJobs[].replicas minimum: null, ours"
              + " 0");

  @Test
  void definesJobSetAsUpstreamDoes() throws IOException {
    compare(JobSet.class, "jobset/crd/jobset.x-k8s.io_jobsets.yaml");
  }

  @Test
  void definesTrainJobAsUpstreamDoes() throws IOException {
    compare(TrainJob.class, "trainer/crds/trainer.kubeflow.org_trainjobs.yaml");
  }

  @Test
  void definesOptimizationJobAsUpstreamDoes() throws IOException {
    compare(OptimizationJob.class, "trainer/crds/trainer.kubeflow.org_optimizationjobs.yaml");
  }

  @Test
  void definesTheRuntimesAsUpstreamDoes() throws IOException {
    compare(TrainingRuntime.class, "trainer/crds/trainer.kubeflow.org_trainingruntimes.yaml");
    compare(
        ClusterTrainingRuntime.class,
        "trainer/crds/trainer.kubeflow.org_clustertrainingruntimes.yaml");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        SlurmCluster.class,
        NodeSet.class,
        NodeSetPowerState.class,
        NodeConfigurator.class,
        JailedConfig.class,
        ActiveCheck.class
      })
  void definesTheKindsOfSlurmAsUpstreamDoes(Class<? extends CustomObject<?, ?>> kind)
      throws IOException {
    String plural = ResourceType.of(kind).plural();
    compare(kind, "soperator/crds/slurm.nebius.ai_" + plural + ".yaml");
  }

  private static void compare(Class<? extends CustomObject<?, ?>> kind, String file)
      throws IOException {
    Path path = DATA.resolve(file);
    assumeTrue(Files.exists(path), "upstream's definitions are not here: " + path);
    JsonNode upstream = Json.yamlMapper().readTree(Files.readString(path)).path("spec");
    JsonNode ours = Crds.of(kind).path("spec");

    assertThat(differences(kind.getSimpleName(), upstream, ours))
        .filteredOn(d -> !KNOWN.contains(d))
        .isEmpty();
  }

  private static List<String> differences(String kind, JsonNode upstream, JsonNode ours) {
    Map<String, JsonNode> left = flat(upstream);
    Map<String, JsonNode> right = flat(ours);
    var places = new TreeSet<>(left.keySet());
    places.addAll(right.keySet());
    var differences = new ArrayList<String>();
    for (String place : places) {
      if (!String.valueOf(left.get(place)).equals(String.valueOf(right.get(place)))) {
        differences.add(
            "%s %s: %s, ours %s".formatted(kind, place, left.get(place), right.get(place)));
      }
    }
    return differences;
  }

  /** Every attribute of every field, under the field's path. */
  private static Map<String, JsonNode> flat(JsonNode spec) {
    var flat = new TreeMap<String, JsonNode>();
    ObjectNode rest = spec.deepCopy();
    ObjectNode version = (ObjectNode) rest.withArray("versions").get(0);
    flat("", version.remove("schema").path("openAPIV3Schema"), flat);
    version.properties().forEach(e -> flat.put("version " + e.getKey(), sorted(e.getValue())));
    rest.remove("versions");
    rest.properties().forEach(e -> flat.put("spec " + e.getKey(), sorted(e.getValue())));
    return flat;
  }

  private static void flat(String path, JsonNode schema, Map<String, JsonNode> into) {
    schema
        .properties()
        .forEach(
            entry -> {
              JsonNode value = entry.getValue();
              switch (entry.getKey()) {
                case "description" -> {}
                case "properties" ->
                    value
                        .properties()
                        .forEach(e -> flat(path + "." + e.getKey(), e.getValue(), into));
                case "items" -> flat(path + "[]", value, into);
                case "additionalProperties" -> flat(path + "{}", value, into);
                case "required", "x-kubernetes-validations" ->
                    into.put(path + " " + entry.getKey(), sortedItems(value));
                default -> into.put(path + " " + entry.getKey(), sorted(value));
              }
            });
  }

  /** The order of fields says nothing. */
  private static JsonNode sorted(JsonNode value) {
    if (value.isArray()) {
      var array = Json.MAPPER.createArrayNode();
      value.forEach(item -> array.add(sorted(item)));
      return array;
    }
    if (!value.isObject()) {
      return value;
    }
    var fields = new TreeMap<String, JsonNode>();
    value.properties().forEach(e -> fields.put(e.getKey(), sorted(e.getValue())));
    return Json.MAPPER.valueToTree(fields);
  }

  /** Nor does the order of these items. */
  private static JsonNode sortedItems(JsonNode array) {
    var items = new TreeMap<String, JsonNode>();
    array.forEach(item -> items.put(sorted(item).toString(), sorted(item)));
    return Json.MAPPER.valueToTree(items.values());
  }
}
