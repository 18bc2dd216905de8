package io.coxswain.cli.sim;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.jobset.JobSetControllers;
import io.coxswain.kube.KubeControllers;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.TrainerControllers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/**
 * TrainJob, JobSet, Jobs, pods, scheduler, nodes and programs: the whole chain of one object, in
 * virtual time. All controllers run in one process, so that one kill ends them together; the nodes
 * and their programs run in another.
 */
public final class TrainJobChain {
  private static final ObjectKey TRAIN_JOB = ObjectKey.of("default", "hello");

  /** Read once for all runs. */
  private static final List<byte[]> DEFINITIONS =
      Crds.training().stream().map(Json::bytes).toList();

  private static final List<ClusterTrainingRuntime> RUNTIMES = ShippedRuntimes.all();

  private TrainJobChain() {}

  /** Three pods on three nodes that train for seconds. */
  public static Simulation simulation() {
    return simulation("trainjob", 3, 3, Duration.ofSeconds(20))
        .describedAs("A TrainJob becomes a JobSet, a Job and three pods, which train and succeed.");
  }

  /** One hour of training on 16 pods of one node; used to measure simulation speed. */
  public static Simulation ofSixteenPods() {
    return simulation("trainjob-16", 16, 1, Duration.ofHours(1))
        .describedAs("The same with 16 pods that train for an hour; measures the simulator.");
  }

  private static Simulation simulation(String name, int pods, int nodes, Duration training) {
    return Simulation.named(name)
        .given(TrainJobChain::install)
        .program(
            "train",
            call -> {
              String rank = call.command().environment().get("PET_NODE_RANK");
              call.print("rank " + rank + " trains");
              call.work(training);
              return 0;
            })
        .process("controllers", TrainJobChain::controllers)
        .process("nodes", env -> nodes(env, nodes))
        .script(
            world -> {
              world.objects().create(trainJob(pods));
              world.await(
                  "the training is complete", () -> isComplete(world), training.plusMinutes(10));
              world.awaitSilence(Duration.ofMinutes(1));
              var phases =
                  world.objects().list(Pod.class, "default").stream()
                      .map(pod -> pod.getStatus().getPhase())
                      .toList();
              if (!phases.equals(Collections.nCopies(pods, "Succeeded"))) {
                throw new IllegalStateException("the pods are " + phases);
              }
            });
  }

  private static void install(World world) throws Exception {
    String path = ResourceType.of(CustomResourceDefinition.class).path("");
    for (byte[] definition : DEFINITIONS) {
      world.objects().call(ApiRequest.of("POST", path).body("application/json", definition));
    }
    for (var runtime : RUNTIMES) {
      world.objects().create(runtime);
    }
  }

  /** Four programs in one process; each has its own manager, as it would in its own process. */
  private static void controllers(Env env) throws Exception {
    var parts = new ArrayList<Task>();
    var programs = new LinkedHashMap<String, Consumer<Manager>>();
    programs.put("kube-controller-manager", KubeControllers::register);
    programs.put("jobset", JobSetControllers::register);
    programs.put("trainer", TrainerControllers::register);
    programs.put("scheduler", Scheduler::register);
    programs.forEach(
        (name, program) -> {
          Manager manager = Manager.builder(env).userAgent(name + "/dev").build();
          program.accept(manager);
          parts.add(env.tasks().spawn("manager", manager::run));
        });
    for (Task part : parts) {
      part.join();
      if (part.failure().isPresent()) {
        throw part.failure().get();
      }
    }
  }

  private static void nodes(Env env, int nodes) throws Exception {
    Manager manager = Manager.builder(env).build();
    ProcessNodes.register(manager, ProcessNodeOptions.nodes(nodes, Path.of("/data")));
    manager.run();
  }

  private static TrainJob trainJob(int pods) throws Exception {
    return Json.yamlMapper()
        .readValue(
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata:
              namespace: default
              name: hello
            spec:
              runtimeRef:
                name: torch-distributed
              trainer:
                numNodes: %d
                command: [train]
            """
                .formatted(pods),
            TrainJob.class);
  }

  private static boolean isComplete(World world) throws Exception {
    var status = world.objects().fetch(TrainJob.class, TRAIN_JOB).getStatus();
    return status != null
        && status.getConditions() != null
        && status.getConditions().stream()
            .anyMatch(c -> c.getType().equals("Complete") && c.getStatus().equals("True"));
  }
}
