package io.coxswain.slurm.operator;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.slurm.UserIsolation;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What users of the operator do: the samples, beside the kinds of all others, and what is changed
 * later. Workloads are ready at once, so that what is left is the operator's work alone.
 */
public final class SlurmScript {
  /** Where there is something to look at. */
  public static final List<String> NAMESPACES = List.of("slurm", SlurmWorld.NAMESPACE);

  /** What the operator is told of the kinds of others. */
  public static final Map<String, String> ENVIRONMENT =
      Map.of(
          "IS_APPARMOR_CRD_INSTALLED", "true",
          "IS_MARIADB_CRD_INSTALLED", "true",
          "IS_PROMETHEUS_CRD_INSTALLED", "true");

  private static final String UNUSUAL_CLUSTER =
      """
      metadata: {name: other}
      spec:
        useDefaultAppArmorProfile: true
        cgroupVersion: v1
        secrets: {sshdKeysName: other-host-keys}
        populateJail: {jailSnapshotVolume: {volumeSourceName: scratch}}
        partitionConfiguration:
          configType: custom
          rawConfig: [PartitionName=all Nodes=ALL Default=YES]
          partitions: null
        slurmNodes:
          controller: {sssd: {image: "registry.example/sssd:demo"}}
          login:
            sssd: {image: "registry.example/sssd:demo"}
            sssdLdapCAConfigMapRefName: ldap-ca
          accounting:
            mariadbOperator: {enabled: false}
            externalDB:
              enabled: true
              host: db.example
              port: 3307
              user: me
              passwordSecretKeyRef: {name: db, key: pw}
              tls: {serverCASecretRef: ca, clientCertSecretRef: client}
              storageParameters: {a: b}
      """;

  private static final String UNUSUAL_WORKERS =
      """
      metadata: {name: others}
      spec:
        clusterName: other
        sssd:
          image: {repository: registry.example/sssd, tag: demo}
          resources: {cpu: 100m, memory: 128Mi}
        updateStrategy: rollingUpdate
        gpu: {enabled: false, nvidia: {gdrCopyEnabled: false}}
      """;

  private static final ObjectKey DEMO = ObjectKey.of("slurm", "demo");
  private static final ObjectKey GPU = ObjectKey.of("slurm", "gpu");
  private static final ObjectKey H100 = ObjectKey.of("slurm", "h100");
  private static final ObjectKey BURST = ObjectKey.of("slurm", "burst");

  private final World world;
  private final List<String> answers = new ArrayList<>();

  public SlurmScript(World world) {
    this.world = world;
  }

  /** All but the operator. */
  public static Simulation surroundings() {
    return SlurmStage.foreignKinds().process("workloads", QuickWorkloads::mainWithKruise);
  }

  /** Tells it, and what was refused. */
  public List<String> run() throws Exception {
    for (int i = 0; i < 2; i++) {
      world
          .objects()
          .create(
              new NodeBuilder()
                  .withNewMetadata()
                  .withName("machine-" + i)
                  .addToLabels("topology.nebius.com/tier-1", "leaf-" + i)
                  .addToLabels("topology.nebius.com/tier-2", "spine")
                  .endMetadata()
                  .build());
    }
    whole();
    small();
    unusual();
    configurator();
    changes();
    refusals();
    return answers;
  }

  private void whole() throws Exception {
    Samples.create(world, "nodesets.yaml");
    Samples.create(world, "slurmcluster-full.yaml");
    world.await(
        "the database",
        () ->
            world.objects().find(MariaDb.class, ObjectKey.of("slurm", "gpu-acct-db")).isPresent());
    SlurmStage.databaseReady(world);
    SlurmStage.awaitAvailable(world, GPU);
    world.await("the workers", () -> SlurmStage.nodeSetPhase(world, H100).equals("Ready"));
    world.await("workers of a while", () -> SlurmStage.nodeSetPhase(world, BURST).equals("Ready"));
  }

  private void small() throws Exception {
    Samples.create(world, "slurmcluster-minimal.yaml");
    SlurmStage.awaitAvailable(world, DEMO);
  }

  /** What neither sample has: sssd, someone else's database, a profile, a snapshot, own lines. */
  private void unusual() throws Exception {
    for (String name : List.of("db", "ca", "client")) {
      world
          .objects()
          .create(
              new SecretBuilder()
                  .withNewMetadata()
                  .withNamespace("slurm")
                  .withName(name)
                  .endMetadata()
                  .addToStringData("pw", "secret")
                  .addToStringData("ca.crt", "c")
                  .addToStringData("tls.crt", "c")
                  .addToStringData("tls.key", "k")
                  .build());
    }
    JsonNode cluster = Samples.read("slurmcluster-full.yaml").get(0).deepCopy();
    merge(cluster, UNUSUAL_CLUSTER);
    Samples.create(world, cluster);
    JsonNode workers = Samples.read("nodesets.yaml").get(0).deepCopy();
    merge(workers, UNUSUAL_WORKERS);
    Samples.create(world, workers);
    for (String name : List.of("other-controller", "other-login", "others")) {
      world.await(
          name,
          () ->
              world
                  .objects()
                  .find(KruiseStatefulSet.class, ObjectKey.of("slurm", name))
                  .isPresent());
    }
  }

  private static void merge(JsonNode into, String yaml) throws Exception {
    var _ = Json.yamlMapper().readerForUpdating(into).readValue(Json.yamlMapper().readTree(yaml));
  }

  private void configurator() throws Exception {
    NodeConfigurator configurator =
        Json.yamlMapper()
            .convertValue(
                Samples.read("jailedconfig-and-nodeconfigurator.yaml").get(1),
                NodeConfigurator.class);
    configurator.getMetadata().setNamespace("slurm");
    world.objects().create(configurator);
    world.await("the rebooter", () -> !world.objects().list(DaemonSet.class, "slurm").isEmpty());
  }

  private void changes() throws Exception {
    SlurmStage.edit(world, DEMO, c -> c.getSpec().getSlurmNodes().getLogin().setSize(3));
    world.await("more logins", () -> replicas("demo-login") == 3);
    SlurmStage.edit(world, GPU, c -> c.getSpec().setCustomSlurmConfig("MaxStepCount=2000\n"));
    world.await(
        "another slurm.conf",
        () ->
            world.objects().list(ConfigMap.class, "slurm").stream()
                .anyMatch(map -> String.valueOf(map.getData()).contains("MaxStepCount=2000")));
    world.objects().edit(NodeSet.class, H100, set -> set.getSpec().setReplicas(3));
    world.await("more workers", () -> replicas("h100") == 3);
    SlurmStage.edit(world, DEMO, c -> c.getSpec().setMaintenance("downscale"));
    world.await("no logins", () -> replicas("demo-login") == 0);
    world.await("no controller", () -> replicas("demo-controller") == 0);
  }

  private int replicas(String name) throws ApiException {
    return requireNonNull(
        world
            .objects()
            .fetch(KruiseStatefulSet.class, ObjectKey.of("slurm", name))
            .getSpec()
            .getReplicas());
  }

  private void refusals() {
    refused(
        "more memory for a user than for all",
        () -> SlurmStage.edit(world, GPU, c -> isolation(c).setMemoryMax(new Quantity("10Gi"))));
    refused(
        "no memory for a user",
        () -> SlurmStage.edit(world, GPU, c -> isolation(c).setMemoryHigh(new Quantity("0"))));
    ObjectKey password = ObjectKey.of("slurm", "mariadb-password");
    refused(
        "another password",
        () ->
            world
                .objects()
                .edit(Secret.class, password, s -> s.setData(Map.of("password", "b3du"))));
    refused("no password", () -> world.objects().delete(Secret.class, password));
    refused(
        "a cluster without nodes",
        () -> {
          JsonNode cluster = Samples.read("slurmcluster-minimal.yaml").get(0).deepCopy();
          ((ObjectNode) cluster.path("spec")).remove("slurmNodes");
          world
              .objects()
              .call(
                  ApiRequest.of("POST", ResourceType.of(SlurmCluster.class).path("slurm"))
                      .body("application/json", Json.bytes(cluster)));
        });
  }

  private static UserIsolation isolation(SlurmCluster cluster) {
    return requireNonNull(cluster.getSpec().getSlurmNodes().getLogin().getUserIsolation());
  }

  private interface Attempt {
    void make() throws Exception;
  }

  private void refused(String what, Attempt attempt) {
    try {
      attempt.make();
      answers.add("answer to " + what + ": accepted");
    } catch (ApiException e) {
      answers.add("answer to " + what + ": " + e.getMessage());
    } catch (Exception e) {
      throw new AssertionError(what, e);
    }
  }
}
