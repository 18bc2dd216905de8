package io.coxswain.jobset;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.kube.gc.GarbageCollector;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Serving;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Worlds whose server asks the webhooks of JobSets. */
final class Admitted {
  private static final int SEEDS = 3;

  private Admitted() {}

  static void play(String name, Stage.Play play) {
    play(name, Features.none(), play);
  }

  /** Controllers and webhooks of JobSets alone; the test plays the Job controller. */
  static void play(String name, Features features, Stage.Play play) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      simulation(name, features, play).run(seed);
    }
  }

  static Simulation simulation(String name, Features features, Stage.Play play) {
    return Stage.empty(name, started(play))
        .before(Admitted::configure)
        .serving("jobset", program(features))
        .process("sweeper", Sweeper::main);
  }

  /** With the real Job controller and garbage collector, down to the pods. */
  static void playWithKube(String name, Stage.Play play) {
    Simulation simulation = withKube(name, play);
    for (int seed = 1; seed <= SEEDS; seed++) {
      simulation.run(seed);
    }
  }

  static Simulation withKube(String name, Stage.Play play) {
    return Stage.empty(name, started(play))
        .before(Admitted::configure)
        .serving("jobset", program(Features.none()))
        .process("kube", Admitted::kube);
  }

  static void kube(Env env) throws ManagerException {
    Manager manager = Manager.builder(env).name("kube").build();
    JobController.register(manager, JobOptions.byDefault());
    GarbageCollector.register(manager);
    manager.run();
  }

  /** Plays once the webhooks answer: before, every write of a JobSet fails. */
  private static Stage.Play started(Stage.Play play) {
    return stage -> {
      stage.world.awaitIdle();
      play.act(stage);
    };
  }

  static Serving program(Features features) {
    return (env, route) -> {
      Manager manager = Manager.builder(env).name("jobset").webhooks(w -> w.port(-1)).build();
      JobSetControllers.register(manager, features, new PrometheusRegistry());
      JobSetWebhooks.register(manager, features);
      route.serve(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE, manager.webhooks());
      manager.run();
    };
  }

  private static void configure(World world) throws ApiException {
    for (HasMetadata configuration :
        JobSetWebhooks.configurations(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE)) {
      world
          .objects()
          .call(
              ApiRequest.of("POST", ResourceType.of(configuration.getClass()).path(""))
                  .body("application/json", Json.bytes(configuration)));
    }
  }
}
