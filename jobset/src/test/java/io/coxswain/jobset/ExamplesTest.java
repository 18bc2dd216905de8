package io.coxswain.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.evidence.TestData;
import io.coxswain.jobset.Fixtures.Pretend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JobSets of {@code testdata/jobset}, and upstream's examples where they are at hand. */
class ExamplesTest {
  /** Those that default gates reject; the last four are upstream's. */
  private static final List<String> NEED_A_GATE =
      List.of(
          "failure/restart-one-job.yaml",
          "failure/restart-one-job-freely.yaml",
          "in-place/agent-is-the-worker.yaml",
          "in-place/agent-is-a-sidecar.yaml",
          "failure-policy/restartjob-action.yaml",
          "failure-policy/restartjobandignoremaxrestarts-action.yaml",
          "in-place-restart/jobset-main-container-mode.yaml",
          "in-place-restart/jobset-sidecar-container-mode.yaml");

  private static final Features ALL_GATES = new Features(true, true, true);

  static Stream<Path> folders() {
    return Stream.concat(
        Stream.of(TestData.path("jobset")), TestData.upstream("jobset", "examples").stream());
  }

  @ParameterizedTest
  @MethodSource("folders")
  void everyExampleIsAcceptedAndPlanned(Path folder) throws IOException {
    var examples = jobSets(folder);

    assertThat(examples).hasSizeGreaterThan(20);
    examples.forEach(
        (file, jobSet) -> {
          boolean gated = NEED_A_GATE.stream().anyMatch(file::startsWith);
          assertThat(errors(jobSet, Features.none()).isEmpty()).as(file).isEqualTo(!gated);
          assertThat(errors(jobSet, ALL_GATES)).as(file).isEmpty();
          var world = new Pretend(jobSet);
          world.features = gated ? ALL_GATES : Features.none();
          world.settle();
          assertThat(world.jobs).as(file).isNotEmpty();
        });
  }

  private static List<FieldError> errors(JobSet jobSet, Features features) {
    return JobSetValidation.ofNew(jobSet, features, VolumeClaimRules.Existing.unknown());
  }

  private static Map<String, JobSet> jobSets(Path folder) throws IOException {
    var found = new TreeMap<String, JobSet>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".yaml")).toList()) {
        int document = 0;
        try (var documents =
            Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
          while (documents.hasNextValue()) {
            JsonNode tree = documents.nextValue();
            if (tree != null && tree.path("kind").asText().equals("JobSet")) {
              found.put(
                  folder.relativize(file) + "#" + document++, Json.convert(tree, JobSet.class));
            }
          }
        }
      }
    }
    return found;
  }
}
