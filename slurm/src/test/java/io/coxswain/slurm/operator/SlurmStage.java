package io.coxswain.slurm.operator;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.apparmor.AppArmorProfile;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.kruise.ResourceDistribution;
import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.mariadb.MariaDbStatus;
import io.coxswain.api.monitoring.PodMonitor;
import io.coxswain.api.monitoring.ServiceMonitor;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import io.coxswain.kube.KubeControllers;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.storage.HostPathProvisioner;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Network;
import io.coxswain.sim.Run;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A whole cluster around the operator: kube's controllers and scheduler in process "kube",
 * simulated nodes in "nodes", the operator in "operator". The namespace {@code slurm} has the
 * claims and service accounts that the samples name.
 */
final class SlurmStage {
  static final ObjectKey CLUSTER = ObjectKey.of("slurm", "c");
  static final ObjectKey NODE_SET = ObjectKey.of("slurm", "gpu");

  private SlurmStage() {}

  static Run play(Script script) {
    return simulation().script(script).run(1);
  }

  /** With controllers of the operator and its flags. */
  static Simulation simulation(String... words) {
    return surroundings().process("operator", SlurmWorld.operator(Map.of(), words));
  }

  /** The operator with workloads that are ready at once, and nothing else. */
  static Simulation quick(String... words) {
    return prepared()
        .process("workloads", QuickWorkloads::main)
        .process("operator", SlurmWorld.operator(Map.of(), words));
  }

  /** As {@link #quick}, with the kinds of all others. */
  static Simulation quickWithForeignKinds(String... words) {
    return foreignKinds()
        .process("workloads", QuickWorkloads::mainWithKruise)
        .process("operator", SlurmWorld.operator(Map.of(), words));
  }

  /** No processes, and the kinds of all others. */
  static Simulation foreignKinds() {
    return prepared()
        .given(
            world -> {
              for (Class<? extends HasMetadata> kind :
                  List.of(
                      KruiseStatefulSet.class,
                      ResourceDistribution.class,
                      MariaDb.class,
                      Grant.class,
                      PodMonitor.class,
                      ServiceMonitor.class,
                      AppArmorProfile.class)) {
                SlurmWorld.foreign(world, kind);
              }
            });
  }

  /** All but the operator. */
  static Simulation surroundings() {
    return prepared().process("kube", SlurmStage::kube).process("nodes", SlurmStage::nodes);
  }

  static Simulation prepared() {
    return Simulation.named("slurm")
        .network(Network.PROMPT)
        .server(ApiServerOptions.plain().withPrivileged())
        .given(
            world -> {
              SlurmWorld.define(world);
              SlurmWorld.namespace(world, "slurm");
              world.objects().create(HostPathProvisioner.storageClass());
              for (String name : List.of("jail-pvc", "controller-spool-pvc")) {
                claim(world, name);
              }
              for (String name :
                  List.of(
                      "default",
                      "sconfig",
                      "demo-sconfigcontroller",
                      "gpu-sconfigcontroller",
                      "gpu-exporter",
                      "gpu-slurmctld")) {
                if (world
                    .objects()
                    .find(
                        io.fabric8.kubernetes.api.model.ServiceAccount.class,
                        ObjectKey.of("slurm", name))
                    .isEmpty()) {
                  world
                      .objects()
                      .create(
                          new ServiceAccountBuilder()
                              .withNewMetadata()
                              .withNamespace("slurm")
                              .withName(name)
                              .endMetadata()
                              .build());
                }
              }
            });
  }

  private static void claim(World world, String name) throws ApiException {
    world
        .objects()
        .create(
            new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteMany")
                .addToCapacity("storage", new Quantity("1Gi"))
                .withStorageClassName("")
                .withNewHostPath("/" + name, null)
                .withNewClaimRef()
                .withNamespace("slurm")
                .withName(name)
                .endClaimRef()
                .endSpec()
                .build());
    world
        .objects()
        .create(
            new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withNamespace("slurm")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteMany")
                .withStorageClassName("")
                .withVolumeName(name)
                .withNewResources()
                .addToRequests("storage", new Quantity("1Gi"))
                .endResources()
                .endSpec()
                .build());
  }

  private static void kube(Env env) throws Exception {
    Manager manager =
        Manager.builder(env)
            .name("kube-controller-manager")
            .cache(all -> all.shareRecent(1_024))
            .build();
    KubeControllers.register(manager);
    Scheduler.register(manager);
    manager.run();
  }

  private static void nodes(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("kubelet").build();
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", new Quantity("512"));
    capacity.put("memory", new Quantity("4096Gi"));
    capacity.put("ephemeral-storage", new Quantity("1024Gi"));
    capacity.put("nvidia.com/gpu", new Quantity("32"));
    capacity.put("pods", new Quantity("110"));
    var _ =
        SimulatedNodes.register(
            manager, SimulatedNodeOptions.nodes(3).withCapacity(capacity).withoutEvents());
    HostPathProvisioner.register(manager, Path.of("/volumes"));
    manager.run();
  }

  // ---- reading and writing

  static <T> T yaml(String text, Class<T> type) throws Exception {
    return Json.yamlMapper().readValue(text, type);
  }

  static void createSmallCluster(World world) throws Exception {
    Samples.create(world, Json.yamlMapper().readTree(SlurmWorld.SMALL_CLUSTER));
  }

  static void createSmallNodeSet(World world) throws Exception {
    Samples.create(world, Json.yamlMapper().readTree(SlurmWorld.SMALL_NODE_SET));
  }

  static SlurmCluster cluster(World world, ObjectKey key) throws Exception {
    return world.objects().fetch(SlurmCluster.class, key);
  }

  static String phase(World world, ObjectKey key) throws Exception {
    var status = cluster(world, key).getStatus();
    return status == null || status.getPhase() == null ? "" : status.getPhase();
  }

  static void awaitAvailable(World world, ObjectKey key) {
    world.await(key + " is available", () -> phase(world, key).equals("Available"));
  }

  static String nodeSetPhase(World world, ObjectKey key) throws Exception {
    var status = world.objects().fetch(NodeSet.class, key).getStatus();
    return status == null || status.getPhase() == null ? "" : status.getPhase();
  }

  /** How many workers the status of a NodeSet counts. */
  static int workers(World world, ObjectKey key) throws Exception {
    var status = world.objects().fetch(NodeSet.class, key).getStatus();
    return status == null ? 0 : status.getReplicas();
  }

  /** {@code type=status/reason: message}. */
  static String condition(World world, ObjectKey key, String type) throws Exception {
    var status = cluster(world, key).getStatus();
    return status == null
        ? ""
        : status.getConditions().stream()
            .filter(c -> c.getType().equals(type))
            .map(c -> c.getStatus() + "/" + c.getReason() + ": " + c.getMessage())
            .findFirst()
            .orElse("");
  }

  /** Says what a mariadb-operator would once its database runs. */
  static void databaseReady(World world) throws Exception {
    var ready =
        new ConditionBuilder()
            .withType("Ready")
            .withStatus("True")
            .withReason("Ready")
            .withMessage("")
            .withLastTransitionTime("2026-01-01T00:00:00Z")
            .build();
    ObjectKey key = ObjectKey.of("slurm", "gpu-acct-db");
    MariaDb database = world.objects().fetch(MariaDb.class, key);
    var databaseStatus = new MariaDbStatus();
    databaseStatus.setConditions(List.of(ready));
    database.setStatus(databaseStatus);
    world.objects().updateStatus(database);
    Grant grant = world.objects().fetch(Grant.class, key);
    var grantStatus = new MariaDbStatus();
    grantStatus.setConditions(List.of(ready));
    grant.setStatus(grantStatus);
    world.objects().updateStatus(grant);
  }

  static void edit(World world, ObjectKey key, Consumer<SlurmCluster> how) throws Exception {
    world.objects().edit(SlurmCluster.class, key, how);
  }

  static List<String> names(World world, Class<? extends HasMetadata> type) throws Exception {
    return world.objects().list(type, "slurm").stream()
        .map(object -> object.getMetadata().getName())
        .toList();
  }

  static Optional<Event> event(World world, String reason) throws Exception {
    return world.objects().list(Event.class, "slurm").stream()
        .filter(event -> reason.equals(event.getReason()))
        .findFirst();
  }
}
