package io.coxswain.trainer;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * A world with our controllers in process "trainer", the definitions and the shipped runtimes. The
 * JobSet controller is not there: scripts play it by writing the status of JobSets.
 */
public final class TrainerWorld {
  public static final ObjectKey TJ = ObjectKey.of("default", "tj");

  private TrainerWorld() {}

  public static Simulation simulation(String name, Script script) {
    return Simulation.named(name)
        .given(TrainerWorld::install)
        .process("trainer", TrainerWorld::main)
        .script(script);
  }

  public static void install(World world) throws ApiException {
    for (var definition : Crds.training()) {
      world
          .objects()
          .call(
              ApiRequest.of("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
                  .body("application/json", Json.bytes(definition)));
    }
    for (HasMetadata runtime : ShippedRuntimes.all()) {
      world.objects().create(runtime);
    }
  }

  public static void main(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("trainer-controller-manager").build();
    TrainerControllers.register(manager);
    manager.run();
  }

  /** The job {@code default/tj} on the shipped torch runtime, as a user would write it. */
  public static TrainJob job(String spec) {
    return Yaml.read(
        TrainJob.class,
        """
        metadata: {name: tj, namespace: default}
        spec:
          runtimeRef: {name: torch-distributed}
        """
            + spec.indent(2));
  }

  public static Optional<JobSet> jobSet(World world) throws ApiException {
    return world.objects().find(JobSet.class, TJ);
  }

  public static void awaitJobSet(World world) {
    world.await("the JobSet", () -> jobSet(world).isPresent());
  }

  /** Writes the status of the JobSet, as its controller would. */
  public static void playJobSet(World world, String status) throws ApiException {
    JobSet jobSet = world.objects().fetch(JobSet.class, TJ);
    jobSet.setStatus(Yaml.read(JobSetStatus.class, status));
    world.objects().updateStatus(jobSet);
  }

  /** The job's condition of that type. */
  public static Optional<Condition> condition(World world, String type) throws ApiException {
    return world
        .objects()
        .find(TrainJob.class, TJ)
        .map(TrainJob::getStatus)
        .flatMap(s -> s.getConditions().stream().filter(c -> c.getType().equals(type)).findFirst());
  }

  public static void awaitCondition(World world, String type, String status) {
    world.await(
        type + "=" + status,
        () -> condition(world, type).filter(c -> c.getStatus().equals(status)).isPresent());
  }

  public static void setSuspend(World world, boolean suspend) throws ApiException {
    world.objects().edit(TrainJob.class, TJ, job -> job.getSpec().setSuspend(suspend));
  }
}
