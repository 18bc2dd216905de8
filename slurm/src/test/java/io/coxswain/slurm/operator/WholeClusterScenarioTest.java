package io.coxswain.slurm.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.monitoring.PodMonitor;
import io.coxswain.api.monitoring.ServiceMonitor;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.sim.World;
import io.coxswain.slurm.client.TestingSlurm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The samples with all of Kubernetes around them, down to pods on nodes, without Kruise. */
class WholeClusterScenarioTest {
  private static final ObjectKey DEMO = ObjectKey.of("slurm", "demo");
  private static final ObjectKey GPU = ObjectKey.of("slurm", "gpu");
  private static final ObjectKey H100 = ObjectKey.of("slurm", "h100");

  @Test
  void startsAndDeletesTheMinimalSampleCompletely() {
    SlurmStage.play(
        world -> {
          Samples.create(world, "slurmcluster-minimal.yaml");
          SlurmStage.awaitAvailable(world, DEMO);
          assertThat(running(world))
              .contains("demo-controller-0", "demo-login-0")
              .anyMatch(name -> name.startsWith("demo-sconfigcontroller-"));

          world.objects().delete(SlurmCluster.class, DEMO);
          world.await("nothing is left", () -> left(world).isEmpty());
        });
  }

  @Test
  void startsTheFullSampleWithWorkersAndDatabase() {
    var slurm = new TestingSlurm();
    SlurmStage.surroundings()
        .given(
            world -> {
              for (Class<? extends HasMetadata> kind :
                  List.of(MariaDb.class, Grant.class, PodMonitor.class, ServiceMonitor.class)) {
                SlurmWorld.foreign(world, kind);
              }
            })
        .process("operator", SlurmWorld.operator((cluster, address) -> slurm))
        .script(
            world -> {
              world.await("the nodes", () -> world.objects().list(Node.class, "").size() == 3);
              label(world, "sim-0", "system");
              label(world, "sim-1", "login");
              Samples.create(world, "nodesets.yaml");
              Samples.create(world, "slurmcluster-full.yaml");
              world.await(
                  "the database",
                  () ->
                      world
                          .objects()
                          .find(MariaDb.class, ObjectKey.of("slurm", "gpu-acct-db"))
                          .isPresent());
              world.await(
                  "the reason",
                  () ->
                      SlurmStage.condition(world, GPU, "AccountingAvailable")
                          .equals("False/NotAvailable: MariaDB is not ready"));
              SlurmStage.databaseReady(world);
              SlurmStage.awaitAvailable(world, GPU);
              world.await(
                  "the workers", () -> SlurmStage.nodeSetPhase(world, H100).equals("Ready"));
              assertThat(running(world))
                  .contains("gpu-controller-0", "gpu-login-0", "h100-0", "h100-1");
              assertThat(SlurmStage.names(world, Deployment.class))
                  .containsExactly(
                      "gpu-accounting", "gpu-rest", "gpu-sconfigcontroller", "gpu-slurm-exporter");

              world.objects().delete(SlurmCluster.class, GPU);
              world.objects().delete(NodeSet.class, H100);
              world.objects().delete(NodeSet.class, ObjectKey.of("slurm", "burst"));
              // the sample has a power state of its own, and passwords outlive their cluster
              world.await(
                  "nothing else is left",
                  () ->
                      left(world)
                          .equals(
                              List.of(
                                  "Secret mariadb-password",
                                  "Secret mariadb-root",
                                  "NodeSetPowerState burst")));
            })
        .run(1);
  }

  private static void label(World world, String node, String group) throws Exception {
    world
        .objects()
        .edit(
            Node.class,
            ObjectKey.of(node),
            n -> {
              var labels = new TreeMap<>(n.getMetadata().getLabels());
              labels.put("node-group", group);
              n.getMetadata().setLabels(labels);
            });
  }

  private static List<String> running(World world) throws Exception {
    return world.objects().list(Pod.class, "slurm").stream()
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .map(pod -> pod.getMetadata().getName())
        .toList();
  }

  private static List<String> left(World world) throws Exception {
    var left = new java.util.ArrayList<String>();
    for (Class<? extends HasMetadata> type :
        List.of(
            Pod.class,
            Secret.class,
            ConfigMap.class,
            Service.class,
            StatefulSet.class,
            Deployment.class,
            Job.class,
            JailedConfig.class,
            Role.class,
            RoleBinding.class,
            NodeSetPowerState.class)) {
      for (HasMetadata object : world.objects().list(type, "slurm")) {
        if (!object.getMetadata().getName().equals("kube-root-ca.crt")) {
          left.add(object.getKind() + " " + object.getMetadata().getName());
        }
      }
    }
    return left;
  }
}
