package io.coxswain.cli.sim;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * The life of a TrainJob on a {@link TrainingCluster} with two replicas of each program: it is
 * created suspended, resumed, one of its pods fails, the JobSet restarts, and it completes.
 */
public final class TrainingLife {
  private static final ObjectKey KEY = ObjectKey.of("default", "life");
  private static final int PODS = 2;

  /** The maximum number of requests that fail until the webhooks are served. */
  private static final int MAX_ATTEMPTS = 120;

  private TrainingLife() {}

  public static Simulation simulation() {
    return TrainingCluster.replicated()
        .simulation("training")
        .describedAs(
            "A TrainJob is suspended, resumed, loses a pod, starts over and completes, on two"
                + " replicas of each controller manager.")
        .script(TrainingLife::play);
  }

  private static void play(World world) throws Exception {
    persistently(world, () -> world.objects().create(read(RUNTIME, TrainingRuntime.class)));
    persistently(world, () -> world.objects().create(read(JOB, TrainJob.class)));
    await(world, "Suspended", "True");
    world.await("a JobSet that says so too", () -> jobSetIsSuspended(world));
    persistently(
        world,
        () -> world.objects().edit(TrainJob.class, KEY, job -> job.getSpec().setSuspend(false)));
    world.await("all pods run", () -> running(world).size() == PODS);
    world.objects().delete(Pod.class, ObjectKey.of(running(world).getFirst()));
    world.await("the JobSet starts over", () -> restarts(world) > 0);
    await(world, "Complete", "True");
    world.awaitSilence(Duration.ofMinutes(1));
    check(world);
  }

  private interface Attempt {
    Object run() throws ApiException;
  }

  /** Retries like kubectl in a loop: nothing can be created until webhooks respond. */
  private static void persistently(World world, Attempt action) throws Exception {
    for (int i = 1; ; i++) {
      try {
        var _ = action.run();
        return;
      } catch (ApiException e) {
        boolean passes = e.code() >= 500 || e instanceof ApiException.Conflict;
        if (i >= MAX_ATTEMPTS || !passes) {
          throw e;
        }
        world.run(Duration.ofSeconds(1));
      }
    }
  }

  private static void await(World world, String type, String status) {
    world.await(
        type + "=" + status,
        () -> {
          var now = world.objects().fetch(TrainJob.class, KEY).getStatus();
          return now != null && now.getConditions().stream().anyMatch(c -> is(c, type, status));
        });
  }

  private static boolean is(Condition condition, String type, String status) {
    return condition.getType().equals(type) && condition.getStatus().equals(status);
  }

  private static List<Pod> running(World world) throws ApiException {
    return world.objects().list(Pod.class, KEY.namespace()).stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .toList();
  }

  private static boolean jobSetIsSuspended(World world) throws ApiException {
    return world
        .objects()
        .find(JobSet.class, KEY)
        .map(JobSet::getStatus)
        .filter(s -> s.getConditions().stream().anyMatch(c -> is(c, "Suspended", "True")))
        .isPresent();
  }

  private static int restarts(World world) throws ApiException {
    var status = world.objects().fetch(JobSet.class, KEY).getStatus();
    return status == null ? 0 : status.getRestarts();
  }

  private static void check(World world) throws ApiException {
    List<String> phases =
        world.objects().list(Pod.class, KEY.namespace()).stream()
            .map(pod -> pod.getStatus().getPhase())
            .toList();
    if (!phases.equals(List.of("Succeeded", "Succeeded")) || restarts(world) != 1) {
      throw new IllegalStateException(
          "the pods are " + phases + " after " + restarts(world) + " restarts");
    }
  }

  private static <T> T read(String yaml, Class<T> type) {
    try {
      return Json.yamlMapper().readValue(yaml, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final String RUNTIME =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainingRuntime
      metadata: {name: torch, namespace: default}
      spec:
        mlPolicy: {numNodes: 1, torch: {}}
        template:
          spec:
            failurePolicy: {maxRestarts: 3}
            replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  backoffLimit: 0
                  template:
                    metadata: {annotations: {simulated.coxswain.io/run-for: 60s}}
                    spec:
                      restartPolicy: Never
                      containers:
                      - {name: node, image: registry.example.com/train:1}
      """;

  private static final String JOB =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: life, namespace: default}
      spec:
        suspend: true
        runtimeRef: {kind: TrainingRuntime, name: torch}
        trainer: {numNodes: 2, command: [train]}
      """;
}
