package io.coxswain.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.trainer.Metric;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainerStatus;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Env;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.ShippedRuntimes;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a person sees of a training, and what Ctrl-C does to it. */
final class TrainingScenarioTest {
  private static final ObjectKey JOB = ObjectKey.of("default", "job");
  private static final Style PLAIN = new Style(false, false);
  private static final String MANIFEST =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: %s, namespace: default}
      spec:
        runtimeRef: {name: %s}
        trainer: {numNodes: %d, command: [train]}
      """;

  /** Prepared once. */
  private static final Simulation WORLD =
      Simulation.named("training")
          .server(ApiServerOptions.plain().withLogs(new OneLine()))
          .given(
              world -> {
                for (var definition : Crds.all()) {
                  world.objects().define(Json.tree((Object) definition));
                }
                world
                    .objects()
                    .create(
                        new NodeBuilder()
                            .withNewMetadata()
                            .withName("node-0")
                            .endMetadata()
                            .build());
                for (var runtime : ShippedRuntimes.all()) {
                  world.objects().create(runtime);
                }
              });

  private final RecordedTerminal terminal = new RecordedTerminal(80, 12);
  private @Nullable Training training;
  private Report.@Nullable Result result;

  // ---- what is seen ---------------------------------------------------------------------------

  @Test
  void drawsInPlaceAndEndsWithASummary() throws Exception {
    play(
        true,
        world -> {
          createPod(world, "u0");
          running(world, 0);
          world.run(Duration.ofSeconds(2));
          progress(world, 10, "2.0");
          world.run(Duration.ofSeconds(10));
          progress(world, 60, "1.0");
          world.run(Duration.ofSeconds(2));

          assertThat(terminal.lines())
              .contains("node-0-0   | rank 0 starts")
              .anyMatch(line -> line.matches("job  running  1[34] s  1/1 nodes running"))
              .anyMatch(line -> line.matches("#{15}-{11}  60 %  about [567] s left  loss 1.0"))
              .contains("node-0-0 running")
              .noneMatch(line -> line.contains("10 %"));

          end(world, "Complete", "jobset completed successfully");
        });

    assertThat(result().exitCode()).isZero();
    assertThat(result().firstStepSeconds()).isBetween(2.0, 2.5);
    assertThat(terminal.lines())
        .contains("complete", "  restarts      0", "  loss          2.0000 -> 1.0000")
        .noneMatch(line -> line.contains("nodes running"));
  }

  @Test
  void drawsNoOftenerThanTenTimesASecond() throws Exception {
    play(
        true,
        world -> {
          int before = terminal.writes();
          for (int i = 0; i < 1000; i++) {
            progress(world, i / 10, Integer.toString(i));
            world.run(Duration.ofMillis(5));
          }

          assertThat(terminal.writes() - before).isBetween(20, 55);
          end(world, "Complete", "");
        });
  }

  @Test
  void reportsAFailureWithTheLastLinesOfItsNode() throws Exception {
    play(
        true,
        world -> {
          createPod(world, "u0");
          running(world, 0);
          world.run(Duration.ofSeconds(1));
          terminated(world, 1);
          end(world, "Failed", "jobset failed due to one or more job failures");
        });

    assertThat(result().exitCode()).isEqualTo(1);
    assertThat(terminal.lines())
        .containsSequence(
            "node-0-0 failed: Error, exit code 1; its last lines:", "    rank 0 starts")
        .contains("failed: jobset failed due to one or more job failures");
  }

  @Test
  void countsARestartAndFollowsTheNewContainer() throws Exception {
    play(
        true,
        world -> {
          createPod(world, "u0");
          running(world, 0);
          world.run(Duration.ofSeconds(1));
          running(world, 1);
          world.run(Duration.ofSeconds(1));

          assertThat(terminal.lines())
              .contains("node-0-0 running (restart 1)")
              .anyMatch(line -> line.endsWith("1/1 nodes running  1 restart"));
          end(world, "Complete", "");
        });

    assertThat(result().restarts()).isEqualTo(1);
  }

  @Test
  void writesQuietLinesWhereThereIsNoTerminal() throws Exception {
    var out = new ByteArrayOutputStream();
    play(
        env -> new TextReport(new PrintStream(out), env.clock(), PLAIN),
        null,
        true,
        world -> {
          for (int percent = 0; percent <= 40; percent += 2) {
            progress(world, percent, "1.5");
            world.run(Duration.ofSeconds(1));
          }
          end(world, "Complete", "done");
        });

    assertThat(out.toString(StandardCharsets.UTF_8))
        .doesNotContain("\u001b")
        .containsPattern("job  20 %  about (39|40) s left  loss 1.5\n")
        .contains("job Complete: done\n");
    assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(l -> l.contains(" % ")))
        .hasSize(5);
  }

  @Test
  void writesJsonForPrograms() throws Exception {
    var out = new ByteArrayOutputStream();
    play(
        env -> new JsonReport(new PrintStream(out), env.clock()),
        null,
        true,
        world -> {
          createPod(world, "u0");
          running(world, 0);
          world.run(Duration.ofSeconds(1));
          progress(world, 50, "1.5");
          world.run(Duration.ofSeconds(1));
          end(world, "Complete", "done");
        });

    List<String> types = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      types.add(Json.MAPPER.readTree(line).path("type").asText());
    }
    assertThat(types).contains("phase", "log", "metric").last().isEqualTo("summary");
  }

  // ---- Ctrl-C ---------------------------------------------------------------------------------

  @Test
  void promptsOnTheFirstInterruptAndContinuesOnNo() throws Exception {
    terminal.willPress('n');
    play(
        true,
        world -> {
          training().interrupt();
          world.run(Duration.ofSeconds(1));
          assertThat(world.objects().find(TrainJob.class, JOB)).isPresent();
          end(world, "Complete", "");
        });

    assertThat(result().exitCode()).isZero();
  }

  @Test
  void promptLapsesAfterAFewSecondsAndTheNextInterruptAsksAgain() throws Exception {
    play(
        true,
        world -> {
          training().interrupt();
          world.run(Duration.ofSeconds(4));
          assertThat(terminal.lines()).anyMatch(line -> line.startsWith("Delete the TrainJob?"));
          world.run(Duration.ofSeconds(4));
          assertThat(terminal.lines()).noneMatch(line -> line.startsWith("Delete the TrainJob?"));

          terminal.willPress('n');
          training().interrupt();
          world.run(Duration.ofSeconds(1));
          assertThat(world.objects().find(TrainJob.class, JOB)).isPresent();
          end(world, "Complete", "");
        });

    assertThat(result().exitCode()).isZero();
  }

  @Test
  void deletesTheTrainingAndWaitsUntilNothingIsLeft() throws Exception {
    terminal.willPress('y');
    play(
        true,
        world -> {
          createPod(world, "u0");
          running(world, 0);
          world.run(Duration.ofSeconds(1));
          training().interrupt();
          world.run(Duration.ofSeconds(5));

          assertThat(world.objects().find(TrainJob.class, JOB)).isEmpty();
          assertThat(result).as("a pod is still there").isNull();
          world
              .objects()
              .call(
                  ApiRequest.of("DELETE", "/api/v1/namespaces/default/pods/job-node-0-0-u0")
                      .with("gracePeriodSeconds", "0"));
        });

    assertThat(result().outcome()).isEqualTo(Report.Outcome.DELETED);
    assertThat(result().exitCode()).isEqualTo(130);
    assertThat(terminal.lines()).contains("deleted: all of its pods have been deleted");
  }

  @Test
  void aSecondInterruptionDeletesAndAThirdDoesNotWait() throws Exception {
    play(
        true,
        world -> {
          createPod(world, "u0");
          running(world, 0);
          world.run(Duration.ofSeconds(1));
          training().interrupt();
          training().interrupt();
          world.run(Duration.ofSeconds(5));
          assertThat(world.objects().find(TrainJob.class, JOB)).isEmpty();
          assertThat(result).isNull();
          training().interrupt();
        });

    assertThat(result().message()).isEqualTo("some of its pods may still be terminating");
  }

  @Test
  void detachesFromATrainingThatOutlivesTheProgram() throws Exception {
    terminal.willPress('d');
    play(true, world -> training().interrupt());

    assertThat(result().outcome()).isEqualTo(Report.Outcome.DETACHED);
    assertThat(result().exitCode()).isZero();
  }

  @Test
  void deletesAtOnceWithoutATerminal() throws Exception {
    play(env -> new LiveReport(env, terminal, PLAIN), null, true, world -> training().interrupt());

    assertThat(result().outcome()).isEqualTo(Report.Outcome.DELETED);
  }

  // ---- bad input ------------------------------------------------------------------------------

  @Test
  void rejectsInvalidManifestsBeforeCreatingAnything() {
    refused("job", "nowhere", 1, "job.yaml:5: spec.runtimeRef.name: there is no Cluster");
    refused("job", "torch-distributed", 0, "job.yaml:6: spec.trainer.numNodes: with no nodes");
    refused("j".repeat(50), "torch-distributed", 1, "job.yaml:3: metadata.name: is too long by 2");
  }

  @Test
  void deletesCreatedObjectsIfALaterOneIsRejected() throws Exception {
    String two =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: program, namespace: default}
        ---
        """
            + MANIFEST.formatted("job", "nowhere", 1);
    simulation(
            world -> {
              assertThatThrownBy(() -> submit(world, two)).hasMessageContaining("nowhere");

              assertThat(world.objects().list(TrainJob.class, "default")).isEmpty();
              assertThat(world.objects().find(ConfigMap.class, ObjectKey.of("default", "program")))
                  .isEmpty();
            })
        .run(1);
  }

  @Test
  void reportsThatTheTrainJobAlreadyExists() throws Exception {
    String manifest = MANIFEST.formatted("job", "torch-distributed", 1);
    simulation(
            world -> {
              submit(world, manifest);
              assertThatThrownBy(() -> submit(world, manifest))
                  .hasMessageContaining("there is a TrainJob \"job\" already; delete it");
            })
        .run(1);
  }

  private void refused(String name, String runtime, int nodes, String message) {
    simulation(
            world -> {
              assertThatThrownBy(() -> submit(world, MANIFEST.formatted(name, runtime, nodes)))
                  .isInstanceOf(ManifestException.class)
                  .hasMessageStartingWith(message);
              assertThat(world.objects().list(TrainJob.class, "default")).isEmpty();
              assertThat(world.objects().list(TrainingRuntime.class, "default")).isEmpty();
            })
        .run(1);
  }

  private static void submit(World world, String manifest) throws Exception {
    var client = io.coxswain.runtime.manager.Manager.builder(world.env()).build().client().live();
    new Submission(world.env().api(), client)
        .create(Manifest.parse("job.yaml", manifest.getBytes(StandardCharsets.UTF_8)));
  }

  // ---- the world ------------------------------------------------------------------------------

  /** Something that happens while the training is followed. */
  private interface Play {
    void act(World world) throws Exception;
  }

  private interface Reporting {
    Report of(Env env);
  }

  private void play(boolean outlives, Play play) throws Exception {
    play(env -> new LiveReport(env, terminal, PLAIN), terminal, outlives, play);
  }

  private void play(Reporting reporting, @Nullable Terminal where, boolean outlives, Play play)
      throws Exception {
    simulation(
            world -> {
              var manifest =
                  Manifest.parse(
                      "job.yaml",
                      MANIFEST
                          .formatted("job", "torch-distributed", 1)
                          .getBytes(StandardCharsets.UTF_8));
              world.start(
                  "train",
                  env -> {
                    Instant start = env.clock().now();
                    terminal.use(env.clock());
                    Report report = reporting.of(env);
                    training = new Training(env, report, where, outlives);
                    Report.Result ended = training().run(manifest, start);
                    report.result(ended);
                    report.close();
                    result = ended;
                  });
              world.await("created", () -> world.objects().find(TrainJob.class, JOB).isPresent());
              world.awaitIdle();
              play.act(world);
              world.await("the command has ended", () -> result != null);
            })
        .run(1);
  }

  private static Simulation simulation(io.coxswain.sim.Script script) {
    return WORLD.script(script);
  }

  private Training training() {
    return java.util.Objects.requireNonNull(training);
  }

  private Report.Result result() {
    return java.util.Objects.requireNonNull(result);
  }

  private static void createPod(World world, String uid) throws Exception {
    var labels = new TreeMap<String, String>();
    labels.put("jobset.sigs.k8s.io/jobset-name", "job");
    world
        .objects()
        .create(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("job-node-0-0-" + uid)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withHostname("job-node-0-0")
                .withNodeName("node-0")
                .addNewContainer()
                .withName("node")
                .withImage("none")
                .endContainer()
                .endSpec()
                .build());
  }

  private static void running(World world, int restarts) throws Exception {
    state(
        world,
        "Running",
        restarts,
        new ContainerStateBuilder()
            .withNewRunning()
            .withStartedAt(world.now().toString())
            .endRunning());
  }

  private static void terminated(World world, int code) throws Exception {
    state(
        world,
        "Failed",
        0,
        new ContainerStateBuilder()
            .withNewTerminated()
            .withExitCode(code)
            .withReason("Error")
            .endTerminated());
  }

  private static void state(World world, String phase, int restarts, ContainerStateBuilder state)
      throws Exception {
    Pod pod = world.objects().list(Pod.class, "default").getFirst();
    pod.getStatus().setPhase(phase);
    pod.getStatus()
        .setContainerStatuses(
            List.of(
                new ContainerStatusBuilder()
                    .withName("node")
                    .withImage("none")
                    .withImageID("")
                    .withReady(false)
                    .withRestartCount(restarts)
                    .withState(state.build())
                    .build()));
    world.objects().updateStatus(pod);
  }

  private static void progress(World world, int percent, String loss) throws Exception {
    TrainJob job = world.objects().fetch(TrainJob.class, JOB);
    var metric = new Metric();
    metric.setName("loss");
    metric.setValue(loss);
    var reported = new TrainerStatus();
    reported.setProgressPercentage(percent);
    reported.setMetrics(List.of(metric));
    reported.setLastUpdatedTime(world.now().toString());
    TrainJobStatus status = job.getStatus() == null ? new TrainJobStatus() : job.getStatus();
    status.setTrainerStatus(reported);
    job.setStatus(status);
    world.objects().updateStatus(job);
  }

  private static void end(World world, String type, String message) throws Exception {
    TrainJob job = world.objects().fetch(TrainJob.class, JOB);
    TrainJobStatus status = job.getStatus() == null ? new TrainJobStatus() : job.getStatus();
    status.setConditions(
        List.of(
            new ConditionBuilder()
                .withType(type)
                .withStatus("True")
                .withReason("Ended")
                .withMessage(message)
                .withLastTransitionTime(world.now().toString())
                .build()));
    job.setStatus(status);
    world.objects().updateStatus(job);
  }

  /** Every container printed the same line. */
  private static final class OneLine implements PodLogs {
    @Override
    public ApiStream open(String namespace, String pod, String container, Options options) {
      var left = new ArrayList<>(List.of("2026-01-01T00:00:00.5Z rank 0 starts\n"));
      return new ApiStream() {
        @Override
        public int status() {
          return 200;
        }

        @Override
        public ApiResponse errorResponse() {
          throw new IllegalStateException("not refused");
        }

        @Override
        public byte @Nullable [] next() {
          return left.isEmpty() ? null : left.removeFirst().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {}
      };
    }
  }
}
