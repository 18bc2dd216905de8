package io.coxswain.api.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.evidence.TestData;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrainerTypesTest {
  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.of(
          "TrainJob", TrainJob.class,
          "TrainingRuntime", TrainingRuntime.class,
          "ClusterTrainingRuntime", ClusterTrainingRuntime.class);

  @Test
  void kindsAreServedWhereUpstreamServesThem() {
    assertThat(ResourceType.of(TrainJob.class).path("team-a"))
        .isEqualTo("/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs");
    assertThat(ResourceType.of(TrainingRuntime.class).path("team-a"))
        .isEqualTo("/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainingruntimes");
    assertThat(ResourceType.of(ClusterTrainingRuntime.class).path(""))
        .isEqualTo("/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes");
    assertThat(ResourceType.of(OptimizationJob.class).path("team-a"))
        .isEqualTo("/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/optimizationjobs");
  }

  @Test
  void keepsMeaningfulEmptyValues() throws IOException {
    var spec =
        Json.yamlMapper()
            .readTree(
                """
                runtimeRef: {name: plain}
                initializer: {dataset: {storageUri: ""}}
                trainer: {command: [], args: [], numNodes: 0}
                """);

    assertThat((JsonNode) Json.tree(Json.convert(spec, TrainJobSpec.class))).isEqualTo(spec);
  }

  @Test
  void aSearchWithoutSettingsSurvives() throws IOException {
    for (String algorithm : List.of("random", "grid")) {
      var search = Json.yamlMapper().readTree("{" + algorithm + ": {}}");

      assertThat((JsonNode) Json.tree(Json.convert(search, SearchAlgorithm.class)))
          .isEqualTo(search);
    }
  }

  @Test
  void frameworksWithoutSettingsSurvive() throws IOException {
    for (String framework : List.of("torch", "mpi", "jax", "xgboost", "flux")) {
      var policy = Json.yamlMapper().readTree("{numNodes: 1, " + framework + ": {}}");

      assertThat((JsonNode) Json.tree(Json.convert(policy, MLPolicy.class))).isEqualTo(policy);
    }
  }

  /** Ours, and upstream's where they are at hand. */
  static Stream<Path> folders() {
    return Stream.of(
            Stream.of(TestData.path("trainer")),
            Stream.of(TestData.root().resolve("trainer/src/main/resources")),
            TestData.upstream("trainer", "runtimes").stream(),
            TestData.upstream("trainer", "examples").stream())
        .flatMap(folders -> folders);
  }

  @ParameterizedTest
  @MethodSource("folders")
  void keepsEveryFieldOfAnObject(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        var parser = Json.yamlMapper().getFactory().createParser(Files.readAllBytes(file));
        try (MappingIterator<JsonNode> documents =
            Json.yamlMapper().readValues(parser, JsonNode.class)) {
          while (documents.hasNext()) {
            JsonNode document = documents.next();
            Class<? extends HasMetadata> type =
                Objects.requireNonNull(TYPES.get(document.path("kind").asText()));

            assertThat(text(Json.tree(Json.convert(document, type))))
                .as(file.getFileName() + " " + document.at("/metadata/name").asText())
                .isEqualTo(text(document));
          }
        }
      }
    }
  }

  /**
   * Without what a round trip may change and no reader minds: the order of fields, numbers that are
   * quantities, and the kind of a claim's template, which can only be one.
   */
  private static String text(JsonNode tree) {
    if (tree.isNumber()) {
      return tree.asText();
    }
    if (tree instanceof ObjectNode object) {
      var fields = new TreeMap<String, String>();
      object.properties().forEach(f -> fields.put(f.getKey(), text(f.getValue())));
      if ("PersistentVolumeClaim".equals(fields.get("kind"))) {
        fields.keySet().removeAll(Set.of("apiVersion", "kind"));
      }
      return fields.toString();
    }
    if (tree instanceof ArrayNode list) {
      var items = new ArrayList<String>();
      list.forEach(item -> items.add(text(item)));
      return items.toString();
    }
    return tree.asText();
  }
}
