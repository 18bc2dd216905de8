package io.coxswain.trainer.optimizationjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.OptimizationJobStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The controller alone; the script plays the TrainJobs. */
class OptimizationJobScenarioTest {
  private static final ObjectKey KEY = ObjectKey.of("default", "search");

  /** Five trials, two at a time, of which the fourth is the best and the second fails. */
  private static void search(World world) throws Exception {
    world.objects().create(job());
    var together = new TreeSet<String>();
    for (int number = 0; number < 5; number++) {
      String name = "search-trial-" + number;
      world.await(name, () -> names(world).contains(name));
      List<String> running = running(world);
      assertThat(running).hasSizeBetween(1, 2);
      together.addAll(running);
      end(world, name, number == 1 ? "Failed" : "Complete", Math.abs(number - 3));
    }
    world.await("the end", () -> !conditions(world).isEmpty() && hasEnded(world));
    world.awaitSilence(Duration.ofMinutes(2));

    assertThat(together).hasSize(5);
    assertThat(conditions(world))
        .containsExactly("Created=True/TrialsCreated", "Complete=True/MaxTrialsReached");
    var result = Objects.requireNonNull(status(world).getResult());
    assertThat(result.getTrainJobName()).isEqualTo("search-trial-3");
    TrainJob best =
        world.objects().fetch(TrainJob.class, ObjectKey.of("default", "search-trial-3"));
    assertThat(Objects.requireNonNull(best.getSpec().getTrainer()).getEnv())
        .singleElement()
        .satisfies(
            env -> {
              assertThat(env.getName()).isEqualTo("KUBEFLOW_TRAINER_OPT_LR");
              assertThat(env.getValue()).isEqualTo(result.getParameters().getFirst().getValue());
            });
  }

  @Test
  void trialsRunAndTheBestIsFound() {
    for (int seed = 1; seed <= 3; seed++) {
      simulation(OptimizationJobScenarioTest::search).run(seed);
    }
  }

  @Test
  void aSearchSurvivesEveryFaultAtEveryWrite() {
    var summary =
        Sweep.of(simulation(OptimizationJobScenarioTest::search), "trainer")
            .faults(Fault.values())
            .run();

    assertThat(summary.writes()).isGreaterThanOrEqualTo(8);
    assertThat(summary.failed()).isZero();
  }

  @Test
  void reportsAndRetriesATrialThatCannotBeCreated() {
    simulation(
            world -> {
              TrainJob other = new TrainJob();
              other.getMetadata().setNamespace("default");
              other.getMetadata().setName("search-trial-0");
              other.getSpec().getRuntimeRef().setName("plain");
              world.objects().create(other);

              world.objects().create(job());
              world.await(
                  "the refusal",
                  () -> conditions(world).contains("Created=False/TrainJobsCreationFailed"));
              world.objects().delete(TrainJob.class, ObjectKey.of("default", "search-trial-0"));

              world.await(
                  "the trial", () -> conditions(world).contains("Created=True/TrialsCreated"));
              assertThat(names(world)).contains("search-trial-0", "search-trial-1");
            })
        .run(1);
  }

  /** What the program needs beyond its own role when the gate is on. */
  private static final RoleTrial TRIAL =
      new RoleTrial(
          "trainer-optimization/role.yaml",
          new RoleFile(
              "kubeflow-trainer-optimization",
              TrainerWebhooks.NAMESPACE,
              "kubeflow-trainer-controller-manager"),
          List.of());

  private static Simulation asSomebody(Identity who) {
    return simulation(
            world -> {
              search(world);
              EarlyStoppingScenarioTest.stopsAWorseTrial(world);
            })
        .process("trainer", who.limit(OptimizationJobScenarioTest::main));
  }

  @Test
  void theRoleGrantsExactlyWhatTheControllerRequests() throws Exception {
    TRIAL.check(OptimizationJobScenarioTest::asSomebody);
  }

  @Test
  void theControllerWorksWithTheRole() {
    TRIAL.play(OptimizationJobScenarioTest::asSomebody);
  }

  @Test
  void failsWithoutPermissionToCreateTrials() {
    TRIAL.playWithout("trainjobs", "create", OptimizationJobScenarioTest::asSomebody);
  }

  private static Simulation simulation(Script script) {
    return Simulation.named("optimization")
        .given(TrainerWorld::install)
        .process("trainer", OptimizationJobScenarioTest::main)
        .script(script);
  }

  static void main(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("trainer-controller-manager").build();
    OptimizationJobController.register(manager);
    manager.run();
  }

  private static OptimizationJob job() {
    return Yaml.read(
        OptimizationJob.class,
        """
        metadata: {name: search, namespace: default}
        spec:
          objectives: [{metric: loss}]
          numTrials: 5
          parallelTrials: 2
          searchAlgorithm: {random: {seed: 7}}
          parameters: [{name: lr, searchSpace: {logUniform: {min: '1e-5', max: '1e-1'}}}]
          trainJobTemplate: {spec: {runtimeRef: {name: plain}}}
        """);
  }

  private static void end(World world, String name, String how, int loss) throws ApiException {
    TrainJob trial = world.objects().fetch(TrainJob.class, ObjectKey.of("default", name));
    trial.setStatus(
        Yaml.read(
            TrainJobStatus.class,
            """
            conditions:
            - {type: %s, status: 'True', reason: R, message: m, lastTransitionTime: '2026-01-01T00:00:00Z'}
            trainerStatus:
              lastUpdatedTime: '2026-01-01T00:00:00Z'
              metrics: [{name: loss, value: '%d'}]
            """
                .formatted(how, loss)));
    world.objects().updateStatus(trial);
  }

  private static List<TrainJob> trials(World world) throws ApiException {
    return world.objects().list(TrainJob.class, "default");
  }

  private static List<String> names(World world) throws ApiException {
    return trials(world).stream().map(trial -> trial.getMetadata().getName()).toList();
  }

  private static List<String> running(World world) throws ApiException {
    return trials(world).stream()
        .filter(trial -> !Trial.hasEnded(trial))
        .map(trial -> trial.getMetadata().getName())
        .toList();
  }

  private static OptimizationJobStatus status(World world) throws ApiException {
    OptimizationJobStatus status = world.objects().fetch(OptimizationJob.class, KEY).getStatus();
    return status == null ? new OptimizationJobStatus() : status;
  }

  private static boolean hasEnded(World world) throws ApiException {
    return OptimizationJobPlan.hasEnded(status(world));
  }

  private static List<String> conditions(World world) throws ApiException {
    return status(world).getConditions().stream()
        .map(c -> c.getType() + "=" + c.getStatus() + "/" + c.getReason())
        .toList();
  }
}
