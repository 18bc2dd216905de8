package io.coxswain.cli.sim;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.kube.KubeControllers;
import io.coxswain.kube.endpoints.EndpointsController;
import io.coxswain.kube.endpoints.EndpointsOptions;
import io.coxswain.kube.endpointslice.EndpointSliceController;
import io.coxswain.kube.endpointslice.EndpointSliceOptions;
import io.coxswain.node.registry.NodeObjects;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A large cluster under constant change: all controllers, the scheduler and simulated nodes, while
 * Deployments roll and are scaled, pods are deleted, Jobs are created and complete, and nodes stop
 * and resume sending heartbeats. At the end every object must be in its desired state.
 */
public final class ClusterChurn {
  private static final Logger log = LoggerFactory.getLogger(ClusterChurn.class);
  private static final String NAMESPACE = "default";
  private static final int REPLICAS = 200;
  private static final int SERVICES = 10;
  private static final Duration BATCH = Duration.ofSeconds(1);
  private static final Duration ROUND = Duration.ofMinutes(1);
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private final World world;
  private final int nodes;
  private final int deployments;

  private ClusterChurn(World world, int nodes, int pods) {
    this.world = world;
    this.nodes = nodes;
    this.deployments = Math.max(1, pods / REPLICAS);
  }

  /** An hour of 1,000 nodes with 10,000 pods. */
  public static Simulation simulation() {
    return of("cluster-churn", 1_000, 10_000, Duration.ofHours(1))
        .describedAs(
            "An hour of 1,000 nodes with 10,000 pods: rollouts, Jobs, silent nodes. Takes minutes.");
  }

  public static Simulation of(String name, int nodes, int pods, Duration time) {
    return Simulation.named(name)
        // Many late frames in succession would accumulate a large delay.
        .network(Network.PROMPT)
        .process("controllers", ClusterChurn::controllers)
        .process("nodes", env -> nodes(env, nodes))
        .script(world -> new ClusterChurn(world, nodes, pods).play(time));
  }

  private static void controllers(Env env) throws Exception {
    Manager manager =
        Manager.builder(env)
            .name("kube-controller-manager")
            .cache(all -> all.shareRecent(1_024))
            .build();
    // Like "up" with many nodes: a service would be written again for each of its pods.
    KubeControllers.registerBut(
        manager, Set.of("endpoints-controller", "endpointslice-controller"));
    EndpointsController.register(
        manager, new EndpointsOptions(EndpointsOptions.byDefault().workers(), BATCH));
    EndpointSliceOptions usual = EndpointSliceOptions.byDefault();
    EndpointSliceController.register(
        manager, new EndpointSliceOptions(usual.workers(), usual.maxEndpointsPerSlice(), BATCH));
    Scheduler.register(manager);
    manager.run();
  }

  private static void nodes(Env env, int count) throws Exception {
    Manager manager =
        Manager.builder(env).name("kubelet").cache(all -> all.shareRecent(1_024)).build();
    var _ = SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(count).withoutEvents());
    manager.run();
  }

  private void play(Duration time) throws Exception {
    for (int i = 0; i < deployments; i++) {
      create(Deployment.class, deployment(i));
      if (i < SERVICES) {
        create(Service.class, service(i));
      }
    }
    settle();
    log.info("cluster is ready: nodes={} deployments={} podsEach={}", nodes, deployments, REPLICAS);
    long rounds = time.dividedBy(ROUND);
    for (int round = 0; round < rounds; round++) {
      log.info("{} of {} minutes", round, rounds);
      disturb(round);
      world.run(ROUND);
    }
    for (int i = 0; i < nodes; i++) {
      speak(i, true);
    }
    settle();
    world.awaitSilence(Duration.ofMinutes(2));
    check();
  }

  /** The number of a round determines its actions; the seed decides the rest. */
  private void disturb(int round) throws Exception {
    int which = round % deployments;
    if (round % 5 == 0) {
      edit(which, d -> annotate(d, round));
      create(Job.class, job(round));
    } else {
      int size = REPLICAS + (round % 3 - 1) * REPLICAS / 10;
      edit(which, d -> d.getSpec().setReplicas(size));
    }
    List<ObjectKey> pods = world.objects().keys(Pod.class, NAMESPACE);
    for (int i = 0; i < 20 && i < pods.size(); i++) {
      ObjectKey victim = pods.get((int) ((round * 7919L + i * 104_729L) % pods.size()));
      ignoringAbsence(() -> world.objects().delete(Pod.class, victim));
    }
    if (round % 10 == 3) {
      speak(round % nodes, false);
    }
    if (round % 10 == 9) {
      speak((round - 6) % nodes, true);
    }
  }

  private static void annotate(Deployment deployment, int round) {
    deployment
        .getSpec()
        .getTemplate()
        .getMetadata()
        .setAnnotations(Map.of("rolled", Integer.toString(round)));
  }

  private void edit(int number, Consumer<Deployment> edit) throws ApiException {
    world.objects().edit(Deployment.class, ObjectKey.of(NAMESPACE, "d-" + number), edit);
  }

  private void speak(int number, boolean loud) throws ApiException {
    ObjectKey key = ObjectKey.of("sim-" + number);
    Node node = world.objects().fetch(Node.class, key);
    if (NodeObjects.isSilent(node) != loud) {
      return;
    }
    byte[] patch =
        Json.bytes(
            Map.of(
                "metadata",
                Map.of("annotations", Map.of(NodeObjects.SILENT, loud ? "false" : "true"))));
    world
        .objects()
        .call(
            ApiRequest.of("PATCH", ResourceType.of(Node.class).path(key))
                .body("application/merge-patch+json", patch));
  }

  /** Checks now and then: a check after each write would cost more than everything else. */
  private void settle() throws ApiException {
    Duration end = world.elapsed().plus(TIMEOUT);
    while (!available()) {
      if (world.elapsed().compareTo(end) > 0) {
        throw new IllegalStateException("not every Deployment is available after " + TIMEOUT);
      }
      world.run(LOOK);
    }
  }

  private boolean available() throws ApiException {
    return world.objects().list(Deployment.class, NAMESPACE).stream()
        .allMatch(
            d ->
                d.getStatus() != null
                    && Objects.equals(
                        d.getStatus().getObservedGeneration(), d.getMetadata().getGeneration())
                    && Objects.equals(d.getStatus().getReplicas(), d.getSpec().getReplicas())
                    && Objects.equals(d.getStatus().getUpdatedReplicas(), d.getSpec().getReplicas())
                    && Objects.equals(
                        d.getStatus().getAvailableReplicas(), d.getSpec().getReplicas()));
  }

  /** Checks that no object is missing or superfluous. */
  private void check() throws ApiException {
    List<Pod> pods = world.objects().list(Pod.class, NAMESPACE);
    for (int i = 0; i < deployments; i++) {
      String app = "d-" + i;
      int wanted =
          world
              .objects()
              .fetch(Deployment.class, ObjectKey.of(NAMESPACE, app))
              .getSpec()
              .getReplicas();
      long there =
          pods.stream()
              .filter(pod -> app.equals(pod.getMetadata().getLabels().get("app")))
              .filter(pod -> pod.getStatus().getPhase().equals("Running"))
              .count();
      if (there != wanted) {
        throw new IllegalStateException(app + " has " + there + " pods, not " + wanted);
      }
    }
    var nodesOfPods =
        IntStream.range(0, nodes).mapToObj(i -> "sim-" + i).collect(Collectors.toSet());
    for (Pod pod : pods) {
      if (!nodesOfPods.contains(pod.getSpec().getNodeName())) {
        throw new IllegalStateException(
            pod.getMetadata().getName() + " is on " + pod.getSpec().getNodeName());
      }
    }
    for (Job job : world.objects().list(Job.class, NAMESPACE)) {
      if (job.getStatus().getCompletionTime() == null) {
        throw new IllegalStateException(job.getMetadata().getName() + " is not complete");
      }
    }
  }

  private interface Call {
    void run() throws ApiException;
  }

  /** The pod may have been deleted already. */
  private static void ignoringAbsence(Call call) throws ApiException {
    try {
      call.run();
    } catch (ApiException e) {
      if (e.code() != 404) {
        throw e;
      }
    }
  }

  private <T extends HasMetadata> void create(Class<T> type, String yaml) throws ApiException {
    try {
      var _ = world.objects().create(Json.yamlMapper().readValue(yaml, type));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String deployment(int number) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: d-%d, namespace: default}
    spec:
      replicas: %d
      selector: {matchLabels: {app: d-%d}}
      template:
        metadata: {labels: {app: d-%d}}
        spec:
          containers:
          - name: main
            image: registry.example.com/serve:1
            resources: {requests: {cpu: 100m, memory: 128Mi}}
    """
        .formatted(number, REPLICAS, number, number);
  }

  private static String service(int number) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: d-%d, namespace: default}
    spec:
      selector: {app: d-%d}
      ports: [{port: 80, targetPort: 8080}]
    """
        .formatted(number, number);
  }

  private static String job(int number) {
    return """
    apiVersion: batch/v1
    kind: Job
    metadata: {name: j-%d, namespace: default}
    spec:
      completionMode: Indexed
      completions: %d
      parallelism: %d
      backoffLimit: 100
      template:
        metadata: {labels: {app: job}}
        spec:
          restartPolicy: Never
          containers:
          - name: main
            image: registry.example.com/train:1
            resources: {requests: {cpu: 100m, memory: 128Mi}}
    """
        .formatted(number, 50, 50);
  }
}
