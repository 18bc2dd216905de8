package io.coxswain.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.evidence.TestData;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.Rendering;
import io.coxswain.trainer.trainjob.TrainJobValidation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ShippedRuntimesTest {

  @Test
  void areNamedAndLabelledForTheClientLibraries() {
    assertThat(ShippedRuntimes.all())
        .extracting(r -> r.getMetadata().getName())
        .containsExactly(
            "deepspeed-distributed",
            "jax-distributed",
            "mlx-distributed",
            "plain",
            "torch-distributed",
            "torch-distributed-with-cache",
            "torchtune-llama3.2-1b",
            "torchtune-llama3.2-3b",
            "torchtune-qwen2.5-1.5b",
            "xgboost-distributed");
    assertThat(ShippedRuntimes.all())
        .allSatisfy(
            r ->
                assertThat(r.getMetadata().getLabels())
                    .containsKey("trainer.kubeflow.org/framework"));
  }

  @Test
  void runAMinimalJob() {
    for (ClusterTrainingRuntime runtime : ShippedRuntimes.all()) {
      TrainJob job = Yaml.job("trainer: {numNodes: 2}");

      assertThat(
              TrainJobValidation.validate(
                  Yaml.plugins(), runtime, Optional.empty(), job, Children.none()))
          .isEmpty();
      assertThat(Rendering.render(Yaml.plugins(), job, runtime.getSpec(), Children.none()))
          .extracting(HasMetadata::getKind)
          .endsWith("JobSet");
    }
  }

  @Test
  void haveTheFieldsOfUpstreamsRuntimes() throws IOException {
    var ours = new TreeSet<String>();
    for (ClusterTrainingRuntime runtime : ShippedRuntimes.all()) {
      if (!runtime.getMetadata().getName().equals("plain")) {
        ours.addAll(facts(runtime));
      }
    }

    assertThat(String.join("\n", ours) + "\n").isEqualTo(Files.readString(facts()));
  }

  /** Adds evidence where upstream's runtimes are at hand: the committed facts are theirs. */
  @TestFactory
  Stream<DynamicTest> factsAreThoseOfUpstream() {
    return TestData.upstream("trainer", "runtimes").stream()
        .map(
            folder ->
                DynamicTest.dynamicTest(
                    folder.toString(),
                    () -> {
                      var theirs = new TreeSet<String>();
                      try (Stream<Path> files = Files.walk(folder)) {
                        for (Path file : files.filter(Files::isRegularFile).toList()) {
                          theirs.addAll(
                              facts(Manifests.object(file, ClusterTrainingRuntime.class)));
                        }
                      }

                      String text = String.join("\n", theirs) + "\n";
                      Files.writeString(Path.of("target", "runtime-facts.txt"), text);

                      assertThat(text)
                          .as("the facts have changed; the new ones are in target")
                          .isEqualTo(Files.readString(facts()));
                    }));
  }

  private static Path facts() {
    return TestData.path("runtime-facts.txt");
  }

  /** One line for each label and for each value of the spec. */
  private static SortedSet<String> facts(ClusterTrainingRuntime runtime) {
    var facts = new TreeSet<String>();
    String name = runtime.getMetadata().getName();
    facts(name + " labels", Yaml.json(runtime.getMetadata().getLabels()), facts);
    facts(name + " spec", Yaml.json(runtime.getSpec()), facts);
    return facts;
  }

  private static void facts(String path, JsonNode value, SortedSet<String> into) {
    if (value.isObject() && !value.isEmpty()) {
      value.properties().forEach(e -> facts(path + "." + e.getKey(), e.getValue(), into));
    } else if (value.isArray() && !value.isEmpty()) {
      for (int i = 0; i < value.size(); i++) {
        facts(path + "[" + i + "]", value.get(i), into);
      }
    } else {
      into.add(path + " = " + value);
    }
  }
}
