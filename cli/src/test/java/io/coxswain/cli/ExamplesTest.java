package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.cli.train.Manifest;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.TrainJobPreview;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples are what people try first. */
final class ExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("coxswain.root", "..")).toAbsolutePath().resolve("examples");
  private static final Env ENV = Env.production();

  @ParameterizedTest
  @CsvSource({
    "hello-distributed.yaml, 3, PET_MASTER_ADDR",
    "warm-up.yaml, 2, PET_MASTER_ADDR",
    "torch.yaml, 2, PET_MASTER_ADDR",
    "jax.yaml, 2, JAX_COORDINATOR_ADDRESS",
    "xgboost.yaml, 2, DMLC_TRACKER_URI",
    "mpi.yaml, 2, OMPI_MCA_orte_default_hostfile"
  })
  void aJobOnAShippedRuntimeBecomesAJobSetWithTheVariablesOfItsFramework(
      String file, int nodes, String variable) throws Exception {
    TrainJob job = job(file);
    var runtime =
        ShippedRuntimes.all().stream()
            .filter(r -> r.getMetadata().getName().equals(job.getSpec().getRuntimeRef().getName()))
            .findFirst()
            .orElseThrow();

    JobSet jobSet =
        TrainJobPreview.of(job, runtime, Env.production().entropy()).stream()
            .filter(JobSet.class::isInstance)
            .map(JobSet.class::cast)
            .findFirst()
            .orElseThrow();

    var jobs = jobSet.getSpec().getReplicatedJobs();
    assertThat(jobs.stream().mapToInt(j -> j.getTemplate().getSpec().getParallelism()).sum())
        .isEqualTo(nodes);
    assertThat(jobs.getLast().getTemplate().getSpec().getTemplate().getSpec().getContainers())
        .singleElement()
        .satisfies(
            container ->
                assertThat(container.getEnv()).extracting(EnvVar::getName).contains(variable));
  }

  /** A program that comes in a ConfigMap is mounted where the command looks for it. */
  @ParameterizedTest
  @ValueSource(strings = {"torch.yaml", "jax.yaml", "xgboost.yaml"})
  void anExampleIncludesItsProgram(String file) throws Exception {
    var manifest = Manifest.parse(file, ENV.files().read(EXAMPLES.resolve(file)));
    TrainJob job = job(file);
    String program = manifest.documents().getFirst().object().path("data").fieldNames().next();

    assertThat(Objects.requireNonNull(job.getSpec().getTrainer()).getCommand())
        .last()
        .isEqualTo("/workspace/program/" + program);
    assertThat(Json.tree((Object) job.getSpec()).toString())
        .contains("/workspace/program")
        .contains(manifest.documents().getFirst().name());
  }

  private static TrainJob job(String file) throws Exception {
    var manifest = Manifest.parse(file, ENV.files().read(EXAMPLES.resolve(file)));
    return Json.convert(manifest.documents().getLast().object(), TrainJob.class);
  }

  @Test
  void theFailingExampleIncludesItsRuntime() throws Exception {
    var manifest =
        Manifest.parse("failing.yaml", ENV.files().read(EXAMPLES.resolve("failing.yaml")));

    assertThat(manifest.documents())
        .extracting(Manifest.Document::kind)
        .containsExactly("TrainingRuntime", "TrainJob");
  }

  @Test
  void threeNodesTrainTogether() throws Exception {
    var outputs = new ArrayList<ByteArrayOutputStream>();
    var nodes = new ArrayList<Exec.Running>();
    for (int rank = 0; rank < 3; rank++) {
      var output = new ByteArrayOutputStream();
      outputs.add(output);
      nodes.add(ENV.exec().start(node(rank, output)));
    }

    for (Exec.Running node : nodes) {
      assertThat(node.await()).isZero();
    }
    assertThat(outputs)
        .allSatisfy(
            output ->
                assertThat(output.toString(StandardCharsets.UTF_8))
                    .contains("epoch  2/2  loss 0.")
                    .endsWith("done after 100 steps\n"));
  }

  private static Exec.Command node(int rank, ByteArrayOutputStream output) {
    var environment = new TreeMap<String, String>();
    environment.put("PET_NNODES", "3");
    environment.put("PET_NODE_RANK", Integer.toString(rank));
    environment.put("PET_MASTER_ADDR", "127.0.0.1");
    environment.put("PET_MASTER_PORT", "29517");
    environment.put("EPOCHS", "2");
    environment.put("MIN_EPOCH_MILLIS", "0");
    return new Exec.Command(
        List.of(
            JavaProcess.JAVA,
            "-XX:TieredStopAtLevel=1",
            EXAMPLES.resolve("HelloDistributed.java").toString()),
        environment,
        EXAMPLES,
        (buffer, length) -> output.write(buffer, 0, length));
  }
}
