package io.coxswain.api.crd;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
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
import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Compares the CRDs generated from our types with the facts of upstream's, field by field. {@code
 * testdata/crd-facts.txt} holds these facts; where upstream's files are at hand, it is compared
 * with them.
 */
class CrdParityTest {
  private static final List<Class<? extends CustomObject<?, ?>>> KINDS =
      List.of(
          JobSet.class,
          TrainJob.class,
          OptimizationJob.class,
          TrainingRuntime.class,
          ClusterTrainingRuntime.class,
          SlurmCluster.class,
          NodeSet.class,
          NodeSetPowerState.class,
          NodeConfigurator.class,
          JailedConfig.class,
          ActiveCheck.class);

  /** Trainer's copy of JobSet's schema is older than the JobSet it runs on. */
  private static final List<String> KNOWN =
      List.of(
          "TrainingRuntime .spec.template.spec.replicatedJobs[].replicas minimum: null, ours 0",
          "ClusterTrainingRuntime .spec.template.spec.replicatedJobs[].replicas minimum: null, ours"
              + " 0");

  @ParameterizedTest
  @FieldSource("KINDS")
  void definesTheKindAsUpstreamDoes(Class<? extends CustomObject<?, ?>> type) throws IOException {
    String kind = type.getSimpleName();
    SortedMap<String, String> upstream =
        requireNonNull(CrdFacts.read(Files.readString(facts())).get(kind));
    SortedMap<String, JsonNode> spec = new TreeMap<>(Map.of(kind, Crds.of(type).path("spec")));
    SortedMap<String, String> ours = requireNonNull(CrdFacts.read(CrdFacts.write(spec)).get(kind));

    assertThat(differences(kind, upstream, ours)).filteredOn(d -> !KNOWN.contains(d)).isEmpty();
  }

  @Test
  void factsCoverAllKindsAndFields() throws IOException {
    SortedMap<String, SortedMap<String, String>> facts = CrdFacts.read(Files.readString(facts()));

    assertThat(facts.keySet())
        .containsExactlyInAnyOrderElementsOf(KINDS.stream().map(Class::getSimpleName).toList());
    assertThat(requireNonNull(facts.get("JobSet")))
        .containsEntry(".spec.replicatedJobs x-kubernetes-list-type", "\"map\"")
        .containsEntry(".spec.suspend type", "\"boolean\"")
        .containsEntry("spec scope", "\"Namespaced\"");
    assertThat(facts.values().stream().mapToInt(Map::size).sum()).isGreaterThan(20_000);
  }

  /** Adds evidence where upstream's files are at hand: the committed facts are theirs. */
  @TestFactory
  Stream<DynamicTest> factsMatchUpstream() {
    return TestData.upstream("").stream()
        .map(folder -> DynamicTest.dynamicTest(folder.toString(), () -> compareWith(folder)));
  }

  private static void compareWith(Path folder) throws IOException {
    var specs = new TreeMap<String, JsonNode>();
    for (String below : List.of("jobset/crd", "trainer/crds", "soperator/crds")) {
      try (Stream<Path> files = Files.list(folder.resolve(below))) {
        for (Path file : files.sorted().toList()) {
          JsonNode spec = Json.yamlMapper().readTree(Files.readString(file)).path("spec");
          specs.put(spec.at("/names/kind").asText(), spec);
        }
      }
    }
    String text = CrdFacts.write(specs);
    Path written = Files.writeString(Path.of("target", "crd-facts.txt"), text);

    assertThat(text.equals(Files.readString(facts())))
        .as("the facts have changed; the new ones are in %s", written.toAbsolutePath())
        .isTrue();
  }

  private static Path facts() {
    return TestData.path("crd-facts.txt");
  }

  private static List<String> differences(
      String kind, SortedMap<String, String> upstream, SortedMap<String, String> ours) {
    var places = new TreeSet<>(upstream.keySet());
    places.addAll(ours.keySet());
    var differences = new ArrayList<String>();
    for (String place : places) {
      if (!Objects.equals(upstream.get(place), ours.get(place))) {
        differences.add(
            "%s %s: %s, ours %s".formatted(kind, place, upstream.get(place), ours.get(place)));
      }
    }
    return differences;
  }
}
