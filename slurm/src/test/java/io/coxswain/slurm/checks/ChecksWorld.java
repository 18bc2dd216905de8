package io.coxswain.slurm.checks;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.slurm.SlurmClusterStatus;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.sim.Main;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.NodeConditions;
import io.coxswain.slurm.simulated.SimulatedServers;
import io.coxswain.slurm.simulated.SimulatedSlurm;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A world with the checks in process "checks", a SlurmCluster {@code soperator/c} that is
 * available, and its Slurm, which only pretends. Machines and worker pods are the script's
 * business.
 */
public final class ChecksWorld {
  public static final String NAMESPACE = "soperator";
  public static final ObjectKey CLUSTER = ObjectKey.of(NAMESPACE, "c");

  private final List<String> flags;
  private final UnaryOperator<Main> wrapping;
  private final Simulation simulation;
  private SimulatedServers servers = new SimulatedServers();
  private SimulatedSlurm slurm = new SimulatedSlurm(Env.production().clock());
  private Script prepare = world -> {};

  private ChecksWorld(List<String> flags, UnaryOperator<Main> wrapping) {
    this.flags = flags;
    this.wrapping = wrapping;
    this.simulation = build();
  }

  public static ChecksWorld with(String... flags) {
    return new ChecksWorld(List.of(flags), main -> main);
  }

  /** With the program under another identity. */
  static ChecksWorld as(Identity who, String... flags) {
    return new ChecksWorld(List.of(flags), who::limit);
  }

  /** With the program changed. */
  public static ChecksWorld changed(UnaryOperator<Main> wrapping, String... flags) {
    return new ChecksWorld(List.of(flags), wrapping);
  }

  /** The simulation, to which a script has yet to be given. */
  Simulation simulation() {
    return simulation;
  }

  /** Something to do in each run before the processes start. */
  public ChecksWorld before(Script script) {
    prepare = script;
    return this;
  }

  /** The Slurm of the present run. */
  public SimulatedSlurm slurm() {
    return slurm;
  }

  public SimulatedServers servers() {
    return servers;
  }

  /** What the script does in this world. One simulation at a time: they share its beginning. */
  public Simulation simulation(Script script) {
    return simulation.script(script);
  }

  private Simulation build() {
    return Simulation.named("checks" + flags)
        .timedByReason("SlurmNode", "as upstream, a drain and a reboot begin with their reason")
        .given(ChecksWorld::install)
        .before(
            world -> {
              slurm = new SimulatedSlurm(world.env().clock());
              servers = new SimulatedServers();
              servers.serve("c-rest-svc." + NAMESPACE, slurm);
              prepare.run(world);
            })
        .process("checks", wrapping.apply(this::main));
  }

  /** The program, as it is started by its command. */
  private void main(Env env) throws Exception {
    ChecksProgram.start(env.withHttp(servers.of(env)), settings(env), "host").run();
  }

  private ChecksOptions settings(Env env) throws FlagException {
    Flags read = ChecksOptions.flags();
    read.parse(flags);
    return ChecksOptions.of(read, new TreeMap<>(), env.files()).withoutServers();
  }

  private static void install(World world) throws ApiException {
    for (var definition : Crds.all()) {
      if (definition.path("spec").path("group").asText().equals("slurm.nebius.ai")) {
        world.objects().define(definition);
      }
    }
    Namespace namespace =
        new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build();
    world.objects().create(namespace);
    world.objects().create(yaml(Secret.class, SECRET));
    world.objects().create(cluster("soperator", "c"));
    SlurmCluster cluster = world.objects().fetch(SlurmCluster.class, CLUSTER);
    var status = new SlurmClusterStatus();
    status.setPhase("Available");
    cluster.setStatus(status);
    world.objects().updateStatus(cluster);
  }

  public static <T extends HasMetadata> T yaml(Class<T> type, String text) {
    try {
      return Json.convert(Json.yamlMapper().readTree(text), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- machines -------------------------------------------------------------------------------

  /** A machine that is ready, with a worker pod and a Slurm node for each name. */
  public void machine(World world, String name, String... workers) throws ApiException {
    world.objects().create(yaml(Node.class, "{metadata: {name: %s}, spec: {}}".formatted(name)));
    mark(world, name, "Ready", "True", "KubeletReady");
    for (String worker : workers) {
      slurm.addNode(worker, name);
      pod(world, worker, name);
    }
  }

  /** The worker pod of a Slurm node, running on the machine. */
  public static Pod pod(World world, String name, String machine) throws ApiException {
    world
        .objects()
        .create(yaml(Pod.class, WORKER.replace("NAME", name).replace("MACHINE", machine)));
    Pod pod = world.objects().fetch(Pod.class, ObjectKey.of(NAMESPACE, name));
    pod.getStatus().setPhase("Running");
    pod.getStatus()
        .setConditions(
            List.of(
                new PodConditionBuilder()
                    .withType("PodScheduled")
                    .withStatus("True")
                    .withLastTransitionTime(now(world))
                    .build()));
    return world.objects().updateStatus(pod);
  }

  /** Takes a pod away at once. */
  public static void evict(World world, String pod) throws ApiException {
    world
        .objects()
        .call(
            ApiRequest.of("DELETE", "/api/v1/namespaces/" + NAMESPACE + "/pods/" + pod)
                .with("gracePeriodSeconds", "0"));
  }

  public static String now(World world) {
    return world.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Sets a condition of a machine, as the platform, the kubelet or the rebooter would. */
  public static void mark(World world, String machine, String type, String status, String reason)
      throws ApiException {
    Node node = world.objects().fetch(Node.class, ObjectKey.of(machine));
    var conditions = new ArrayList<NodeCondition>(node.getStatus().getConditions());
    conditions.removeIf(condition -> condition.getType().equals(type));
    conditions.add(
        new NodeConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withReason(reason)
            .withMessage("by the test")
            .withLastTransitionTime(now(world))
            .withLastHeartbeatTime(now(world))
            .build());
    node.getStatus().setConditions(conditions);
    world.objects().updateStatus(node);
  }

  public static ConditionState mark(World world, String machine, String type) throws ApiException {
    return world
        .objects()
        .find(Node.class, ObjectKey.of(machine))
        .map(node -> NodeConditions.of(node).of(type))
        .orElse(ConditionState.ABSENT);
  }

  /** {@code True/NodeNeedReboot}, or empty. */
  public static String said(World world, String machine, String type) throws ApiException {
    ConditionState mark = mark(world, machine, type);
    return switch (mark.status()) {
      case ABSENT -> "";
      case TRUE -> "True/" + mark.reason();
      case FALSE -> "False/" + mark.reason();
      case UNKNOWN -> "Unknown/" + mark.reason();
    };
  }

  public static Optional<String> message(World world, String machine, String type)
      throws ApiException {
    return world
        .objects()
        .fetch(Node.class, ObjectKey.of(machine))
        .getStatus()
        .getConditions()
        .stream()
        .filter(condition -> condition.getType().equals(type))
        .map(NodeCondition::getMessage)
        .findFirst();
  }

  public static boolean exists(World world, String machine) throws ApiException {
    return world.objects().find(Node.class, ObjectKey.of(machine)).isPresent();
  }

  public static void awaitMark(World world, String machine, String type, String said) {
    world.await(machine + " " + type + "=" + said, () -> said(world, machine, type).equals(said));
  }

  public static Map<String, String> labels(String name, String value) {
    return new TreeMap<>(Map.of(name, value));
  }

  private static final String SECRET =
      """
      metadata: {name: c-rest-jwt-key, namespace: soperator}
      data: {rest_jwt.key: MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=}
      """;

  private static final String WORKER =
      """
      metadata:
        name: NAME
        namespace: soperator
        labels:
          app.kubernetes.io/name: slurmcluster
          app.kubernetes.io/instance: c
          app.kubernetes.io/component: nodeset
          app.kubernetes.io/managed-by: slurm-operator
          slurm.nebius.ai/worker: "true"
        ownerReferences:
          - {apiVersion: apps.kruise.io/v1beta1, kind: StatefulSet, name: worker, uid: 11111111-2222-3333-4444-555555555555}
      spec:
        nodeName: MACHINE
        containers:
          - name: slurmd
            image: slurmd
            resources: {limits: {ephemeral-storage: "1000"}}
      """;

  /** A cluster with as little in it as there may be. */
  public static SlurmCluster cluster(String namespace, String name) {
    return yaml(
        SlurmCluster.class, SLURM_CLUSTER.replace("NAMESPACE", namespace).replace("NAME", name));
  }

  private static final String SLURM_CLUSTER =
      """
      metadata: {name: NAME, namespace: NAMESPACE}
      spec:
        k8sNodeFilters: [{name: any}]
        secrets: {}
        populateJail: {image: jail, k8sNodeFilterName: any}
        slurmNodes:
          accounting: {k8sNodeFilterName: any}
          exporter: {k8sNodeFilterName: any}
          rest: {k8sNodeFilterName: any}
          controller:
            k8sNodeFilterName: any
            slurmctld: {image: slurmctld}
            munge: {image: munge}
            volumes: {spool: {volumeSourceName: s}, jail: {volumeSourceName: j}}
          login:
            k8sNodeFilterName: any
            sshd: {image: sshd}
            munge: {image: munge}
            sshdServiceType: NodePort
            sshRootPublicKeys: []
            volumes: {jail: {volumeSourceName: j}}
      """;
}
