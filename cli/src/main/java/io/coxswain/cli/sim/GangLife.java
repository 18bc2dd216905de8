package io.coxswain.cli.sim;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;

/**
 * Two gangs that each need the whole cluster, then pods that are preempted for one of higher
 * priority, on two simulated nodes. Under any fault of scheduler or nodes, the gangs never wait for
 * each other half-placed, both complete, and no more pods are preempted than necessary.
 */
public final class GangLife {
  private static final String NAMESPACE = "default";
  private static final int MEMBERS = 4;

  /**
   * One of the four pods that fill the cluster must be preempted; a second may be if the first
   * preemption was forgotten.
   */
  private static final int STAY = MEMBERS - 2;

  private final World world;

  private GangLife(World world) {
    this.world = world;
  }

  public static Simulation simulation() {
    return Simulation.named("gangs")
        .describedAs("Two gangs that each need the whole cluster, and a preemption.")
        .process("scheduler", GangLife::scheduler)
        .process("nodes", GangLife::nodes)
        .always("at most one gang has nodes", world -> new GangLife(world).oneGangAtMost())
        .script(world -> new GangLife(world).play());
  }

  private static void scheduler(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("kube-scheduler").build();
    Scheduler.register(manager);
    manager.run();
  }

  private static void nodes(Env env) throws Exception {
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", new Quantity("4"));
    capacity.put("memory", new Quantity("8Gi"));
    capacity.put("pods", new Quantity("20"));
    Manager manager = Manager.builder(env).name("kubelet").build();
    var _ = SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(2).withCapacity(capacity));
    manager.run();
  }

  private void play() throws ApiException {
    create(PriorityClass.class, "{metadata: {name: urgent}, value: 1000}");
    for (int i = 0; i < MEMBERS; i++) {
      create(Pod.class, member("a", i));
      create(Pod.class, member("b", i));
    }
    world.await("both gangs are done", () -> count("Succeeded") == 2 * MEMBERS);
    removeAll();

    for (int i = 0; i < MEMBERS; i++) {
      create(Pod.class, pod("filler-" + i, "{}", ""));
    }
    world.await("the cluster is full", () -> count("Running") == MEMBERS);
    create(Pod.class, pod("urgent", "{}", "priorityClassName: urgent"));
    world.await("the urgent pod runs", this::urgentRuns);
    int stayed = pods().size() - 1;
    if (stayed < STAY || stayed >= MEMBERS) {
      throw new IllegalStateException(stayed + " of " + MEMBERS + " less important pods are left");
    }
    removeAll();
  }

  private boolean oneGangAtMost() throws ApiException {
    return pods().stream()
            .filter(pod -> pod.getSpec().getNodeName() != null && !hasEnded(pod))
            .map(pod -> pod.getMetadata().getName())
            .filter(name -> name.startsWith("a-") || name.startsWith("b-"))
            .map(name -> name.charAt(0))
            .distinct()
            .count()
        <= 1;
  }

  private static boolean hasEnded(Pod pod) {
    String phase = pod.getStatus().getPhase();
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  private boolean urgentRuns() throws ApiException {
    return world
        .objects()
        .find(Pod.class, ObjectKey.of(NAMESPACE, "urgent"))
        .filter(pod -> pod.getStatus().getPhase().equals("Running"))
        .isPresent();
  }

  private long count(String phase) throws ApiException {
    return pods().stream().filter(pod -> pod.getStatus().getPhase().equals(phase)).count();
  }

  private List<Pod> pods() throws ApiException {
    return world.objects().list(Pod.class, NAMESPACE);
  }

  private void removeAll() throws ApiException {
    for (Pod pod : pods()) {
      ObjectKey key = ObjectKey.of(pod);
      if (world.objects().find(Pod.class, key).isPresent()) { // not being deleted already
        world.objects().delete(Pod.class, key);
      }
    }
    world.await("all are gone", () -> pods().isEmpty());
  }

  private <T extends HasMetadata> void create(Class<T> type, String yaml) throws ApiException {
    try {
      var _ = world.objects().create(Json.yamlMapper().readValue(yaml, type));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String member(String gang, int number) {
    String labels =
        """
        {pod-group.scheduling.sigs.k8s.io/name: %s, pod-group.scheduling.sigs.k8s.io/min-available: "%d"}
        """
            .formatted(gang, MEMBERS)
            .strip();
    return pod(gang + "-" + number, labels, "")
        .replace("annotations: {}", "annotations: {simulated.coxswain.io/run-for: 30s}");
  }

  private static String pod(String name, String labels, String more) {
    return """
    metadata:
      name: %s
      namespace: default
      annotations: {}
      labels: %s
    spec:
      %s
      restartPolicy: Never
      containers:
      - name: main
        image: registry.example.com/train:1
        resources: {requests: {cpu: "2", memory: 1Gi}}
    """
        .formatted(name, labels, more);
  }
}
