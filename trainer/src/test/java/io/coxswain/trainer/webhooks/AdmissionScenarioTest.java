package io.coxswain.trainer.webhooks;

import static io.coxswain.trainer.TrainerWorld.TJ;
import static io.coxswain.trainer.TrainerWorld.awaitJobSet;
import static io.coxswain.trainer.TrainerWorld.job;
import static io.coxswain.trainer.TrainerWorld.jobSet;
import static io.coxswain.trainer.TrainerWorld.playJobSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.MPIMLPolicySource;
import io.coxswain.api.trainer.RuntimePatch;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.World;
import io.coxswain.trainer.AdmittedWorld;
import io.coxswain.trainer.Manifests;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.Yaml;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the webhooks of Trainer, and the definitions, let in and refuse. */
class AdmissionScenarioTest {
  private static final String DENIED =
      "admission webhook \"validator.trainjob.trainer.kubeflow.org\" denied the request: ";

  @Test
  @Scenario("trainer-2")
  void namesMustBeLabels() {
    AdmittedWorld.play(
        "names",
        world -> {
          refused(world, named("1job"), "metadata.name must match RFC 1035 DNS label format");
          refused(world, named("j".repeat(64)), "metadata.name must be no more than 63 characters");
          assertThatThrownBy(() -> world.objects().create(named("Job")))
              .isInstanceOf(ApiException.Invalid.class);
        });
  }

  private static TrainJob named(String name) {
    TrainJob job = job("");
    job.getMetadata().setName(name);
    return job;
  }

  private static void refused(World world, TrainJob job, String message) {
    assertThatThrownBy(() -> world.objects().create(job))
        .isInstanceOf(ApiException.Invalid.class)
        .hasMessageContaining(message);
  }

  @Test
  @Scenario("trainer-3")
  void aStorageUriIsEmptyOrAUri() {
    AdmittedWorld.play(
        "uri",
        world -> {
          String on = "runtimeRef: {name: torchtune-llama3.2-1b}\n";
          String uri = on + "initializer: {dataset: {storageUri: %s}}";
          refused(
              world,
              withSpec(uri.formatted("not-a-uri")),
              "storageUri may be empty, or it must be a valid URI (scheme://...)");
          world.objects().create(withSpec(uri.formatted("\"\"")));
          world.objects().delete(TrainJob.class, TJ);
          world.objects().create(withSpec(uri.formatted("hf://x")));
        });
  }

  private static TrainJob withSpec(String spec) {
    return Yaml.read(
        TrainJob.class, "metadata: {name: tj, namespace: default}\nspec:\n" + spec.indent(2));
  }

  @Test
  @Scenario("trainer-4")
  void noNodesAreAcceptedButNoProcessesAreNot() {
    AdmittedWorld.play(
        "zero",
        world -> {
          refused(
              world,
              job("trainer: {numProcPerNode: 0}"),
              "numProcPerNode must be greater than or equal to 1");
          world.objects().create(job("trainer: {numNodes: 0}"));
          awaitJobSet(world);
          assertThat(
                  jobSet(world)
                      .orElseThrow()
                      .getSpec()
                      .getReplicatedJobs()
                      .getFirst()
                      .getTemplate()
                      .getSpec()
                      .getParallelism())
              .isZero();
        });
  }

  @Test
  @Scenario("trainer-5")
  void aRuntimeHasOnePolicy() {
    AdmittedWorld.play(
        "two policies",
        world -> {
          ClusterTrainingRuntime runtime = runtime("two");
          Objects.requireNonNull(runtime.getSpec().getMlPolicy()).setMpi(new MPIMLPolicySource());

          assertThatThrownBy(() -> world.objects().create(runtime))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining("Only one of the policy can be configured");
        });
  }

  private static ClusterTrainingRuntime runtime(String name) {
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    runtime.getMetadata().setName(name);
    return runtime;
  }

  @Test
  @Scenario("trainer-6")
  void theRuntimeMustExist() {
    AdmittedWorld.play(
        "no runtime",
        world -> {
          assertThatThrownBy(() -> world.objects().create(withSpec("runtimeRef: {name: nowhere}")))
              .isInstanceOf(ApiException.Forbidden.class)
              .hasMessage(
                  DENIED
                      + "spec.RuntimeRef: Invalid value:"
                      + " {\"name\":\"nowhere\",\"apiGroup\":\"trainer.kubeflow.org\",\"kind\":\"ClusterTrainingRuntime\"}:"
                      + " ClusterTrainingRuntime.trainer.kubeflow.org \"nowhere\" not found:"
                      + " specified clusterTrainingRuntime must be created before the TrainJob is"
                      + " created");
          assertThatThrownBy(
                  () ->
                      world
                          .objects()
                          .create(withSpec("runtimeRef: {name: nowhere, kind: TrainingRuntime}")))
              .isInstanceOf(ApiException.Forbidden.class)
              .hasMessageStartingWith(DENIED + "spec.runtimeRef: Invalid value: ");
          assertThatThrownBy(
                  () -> world.objects().create(withSpec("runtimeRef: {name: x, kind: Pod}")))
              .isInstanceOf(ApiException.Forbidden.class)
              .hasMessage(DENIED + "unsupported runtime: Pod.trainer.kubeflow.org");
          world.awaitIdle();
          assertThat(world.objects().list(TrainJob.class, "default")).isEmpty();
        });
  }

  @Test
  @Scenario("trainer-7")
  void reservedVariablesAreRejected() {
    denied(
        "trainer: {env: [{name: PET_NNODES, value: \"2\"}]}",
        "spec.trainer.env: Invalid value: ",
        "must not have reserved envs, invalid envs configured: [PET_NNODES]");
  }

  @Test
  @Scenario("trainer-8")
  void managersOfPatchesAreDomainPrefixed() {
    denied(
        "runtimePatches: [{manager: alice}]",
        "spec.runtimePatches.manager: Invalid value: \"alice\": ",
        "must be a domain-prefixed path (such as \"acme.io/foo\")");
  }

  @Test
  @Scenario("trainer-9")
  void patchesMayNotSetVariablesOfTheTrainingContainer() {
    denied(
        """
        runtimePatches:
        - manager: acme.io/a
          trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {
            containers: [{name: node, env: [{name: A, value: b}]}]}}}}}]}}}
        """,
        "spec.runtimePatches: Invalid value: ",
        "must not have envs for the dataset-initializer, model-initializer, node containers");
  }

  private static void denied(String spec, String beginning, String end) {
    AdmittedWorld.play(
        "denied",
        world ->
            assertThatThrownBy(() -> world.objects().create(job(spec)))
                .isInstanceOf(ApiException.Forbidden.class)
                .hasMessageStartingWith(DENIED + beginning)
                .hasMessageEndingWith(end));
  }

  @Test
  @Scenario("trainer-10")
  void patchesChangeOnlyWhileSuspendedAndIdle() {
    AdmittedWorld.play(
        "patches of a running job",
        world -> {
          world.objects().create(job("trainer: {numNodes: 1}"));
          awaitJobSet(world);
          playJobSet(
              world,
              "{replicatedJobsStatus: [{name: node, ready: 1, active: 1, succeeded: 0, failed: 0, suspended: 0}]}");
          world.awaitIdle();
          Consumer<TrainJob> patch =
              job -> job.getSpec().setRuntimePatches(List.of(selecting("acme.io/a", "z")));

          assertThatThrownBy(() -> edit(world, patch))
              .isInstanceOf(ApiException.Forbidden.class)
              .hasMessage(
                  DENIED
                      + "spec.runtimePatches: Forbidden: RuntimePatches can only be modified when"
                      + " the TrainJob is suspended before or after the update");
          assertThatThrownBy(() -> edit(world, patch.andThen(j -> j.getSpec().setSuspend(true))))
              .isInstanceOf(ApiException.Forbidden.class)
              .hasMessage(
                  DENIED
                      + "spec.runtimePatches: Forbidden: RuntimePatches cannot be modified when the"
                      + " JobSet's ReplicatedJob node is still active");
          playJobSet(
              world,
              "{replicatedJobsStatus: [{name: node, ready: 0, active: 0, succeeded: 0, failed: 0, suspended: 0}]}");
          world.awaitIdle();
          edit(world, patch.andThen(j -> j.getSpec().setSuspend(true)));
        });
  }

  private static RuntimePatch selecting(String manager, String zone) {
    return Yaml.read(
        RuntimePatch.class,
        """
        manager: %s
        trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {
          nodeSelector: {zone: %s}}}}}}]}}}
        """
            .formatted(manager, zone));
  }

  /** Again if the controller wrote while the webhooks were asked. */
  private static void edit(World world, Consumer<TrainJob> edit) throws ApiException {
    for (int tries = 1; ; tries++) {
      try {
        world.objects().edit(TrainJob.class, TJ, edit);
        return;
      } catch (ApiException.Conflict e) {
        if (tries == 10) {
          throw e;
        }
      }
    }
  }

  @Test
  @Scenario("trainer-11")
  void recordsWhenEachPatchLastChanged() {
    AdmittedWorld.play(
        "times",
        world -> {
          TrainJob job = job("suspend: true");
          job.getSpec()
              .setRuntimePatches(List.of(selecting("acme.io/a", "a"), selecting("acme.io/b", "b")));
          world.objects().create(job);
          List<String> first = times(world);
          assertThat(first).hasSize(2).doesNotContainNull();
          world.run(Duration.ofMinutes(1));

          edit(
              world,
              j ->
                  j.getSpec()
                      .setRuntimePatches(
                          List.of(
                              j.getSpec().getRuntimePatches().getFirst(),
                              selecting("acme.io/b", "c"))));

          assertThat(times(world).getFirst()).isEqualTo(first.getFirst());
          assertThat(times(world).getLast()).isGreaterThan(first.getLast());
        });
  }

  private static List<String> times(World world) throws ApiException {
    return world.objects().fetch(TrainJob.class, TJ).getSpec().getRuntimePatches().stream()
        .map(RuntimePatch::getTime)
        .toList();
  }

  @Test
  @Scenario("trainer-12")
  void warnsOfADeprecatedRuntime() {
    AdmittedWorld.play(
        "deprecated",
        world -> {
          ClusterTrainingRuntime old = runtime("old");
          old.getMetadata().getLabels().put("trainer.kubeflow.org/support", "deprecated");
          String end =
              "ClusterTrainingRuntime \"old\" is deprecated and will be removed in a future release"
                  + " of Kubeflow Trainer. See runtime deprecation policy:"
                  + " https://trainer.kubeflow.org/en/latest/operator-guides/runtime.html#runtime-deprecation-policy";
          assertThat(
                  warning(
                      world,
                      "/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes",
                      Json.bytes(old)))
              .contains(end);
          world.await(
              "an event",
              () ->
                  world.objects().list(Event.class, "").stream()
                      .anyMatch(e -> "Deprecated".equals(e.getReason())));

          String told =
              warning(
                  world,
                  "/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs",
                  Json.bytes(withSpec("runtimeRef: {name: old}")));

          assertThat(told).contains("Referenced " + end);
          assertThat(world.objects().find(TrainJob.class, TJ)).isPresent();
        });
  }

  private static String warning(World world, String path, byte[] body) throws ApiException {
    ApiResponse response =
        world.objects().call(ApiRequest.of("POST", path).body("application/json", body));
    return String.join("\n", response.headers().getOrDefault("warning", List.of()))
        .replace("\\\"", "\"");
  }

  @Test
  @Scenario("trainer-39")
  void aDatasetStepNeedsTheSharedVolume() {
    AdmittedWorld.play(
        "dataset",
        world -> {
          String file = "dataset-step-rejected.yaml";
          TrainingRuntime runtime = Manifests.object(file, TrainingRuntime.class);
          runtime.getMetadata().setNamespace("default");
          world.objects().create(runtime);
          world.awaitIdle();
          TrainJob job = Manifests.object(file, TrainJob.class);
          job.getMetadata().setNamespace("default");

          assertThatThrownBy(() -> world.objects().create(job))
              .isInstanceOf(ApiException.Forbidden.class)
              .hasMessageStartingWith(DENIED + "spec.runtimeRef: Invalid value: ")
              .hasMessageEndingWith(
                  "must have volumeMount with name - initializer in container dataset-initializer"
                      + " of the dataset-initializer job");
        });
  }

  @Test
  void stepsOfARuntimeAreCheckedWhenItIsMadeAndWhenItChanges() {
    AdmittedWorld.play(
        "steps",
        world -> {
          ClusterTrainingRuntime runtime = runtime("bad");
          runtime.getMetadata().getLabels().remove("trainer.kubeflow.org/webhook-validation");
          runtime.getSpec().getTemplate().getSpec().getReplicatedJobs().getFirst().setReplicas(2);

          assertThatThrownBy(() -> world.objects().create(runtime))
              .isInstanceOf(ApiException.Forbidden.class)
              .hasMessageEndingWith(
                  "spec.template.spec.replicatedJobs[0].replicas: Invalid value: 2: always must be"
                      + " 1");
          TrainingRuntime mine = Json.convert(Json.tree(runtime("mine")), TrainingRuntime.class);
          mine.setKind("TrainingRuntime");
          mine.getMetadata().setNamespace("default");
          world.objects().create(mine);
          assertThatThrownBy(
                  () ->
                      world
                          .objects()
                          .edit(
                              TrainingRuntime.class,
                              ObjectKey.of("default", "mine"),
                              r ->
                                  r.getSpec()
                                      .getTemplate()
                                      .getSpec()
                                      .getReplicatedJobs()
                                      .getFirst()
                                      .setReplicas(2)))
              .isInstanceOf(ApiException.Forbidden.class);
        });
  }

  @Test
  void aJobWhoseRuntimeIsDeletedCanStillBeChanged() {
    AdmittedWorld.play(
        "runtime gone",
        world -> {
          world.objects().create(job("suspend: true"));
          awaitJobSet(world);
          world.objects().delete(ClusterTrainingRuntime.class, ObjectKey.of("torch-distributed"));
          world.run(Duration.ofSeconds(10));

          edit(world, j -> j.getSpec().setSuspend(false));

          world.await(
              "resumption",
              () -> Boolean.FALSE.equals(jobSet(world).orElseThrow().getSpec().getSuspend()));
        });
  }

  @Test
  void clearsARejectionWhenItsCauseIsFixed() {
    // The webhooks were not asked: the runtime came to be broken later, or they were down.
    TrainerWorld.simulation(
            "refusal",
            world -> {
              ClusterTrainingRuntime bad = runtime("late");
              bad.getSpec().getTemplate().getSpec().getReplicatedJobs().getFirst().setReplicas(2);
              world.objects().create(bad);
              world.objects().create(withSpec("runtimeRef: {name: late}"));
              world.await("the refusal", () -> failed(world));

              world
                  .objects()
                  .edit(
                      ClusterTrainingRuntime.class,
                      ObjectKey.of("late"),
                      r ->
                          r.getSpec()
                              .getTemplate()
                              .getSpec()
                              .getReplicatedJobs()
                              .getFirst()
                              .setReplicas(1));
              awaitJobSet(world);
              world.await("no refusal", () -> !failed(world));
            })
        .run(1);
  }

  private static boolean failed(World world) throws ApiException {
    return world
        .objects()
        .find(TrainJob.class, TJ)
        .map(TrainJob::getStatus)
        .filter(s -> Conditions.META.isTrue(s.getConditions(), "Failed"))
        .isPresent();
  }
}
