package io.coxswain.slurm.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.junit.jupiter.api.Test;

/** What the API server itself refuses, by the definitions of the kinds. */
class KindsScenarioTest {
  private static final String CLUSTER =
      """
      apiVersion: slurm.nebius.ai/v1
      kind: SlurmCluster
      metadata: {name: c, namespace: default}
      spec:
        populateJail: {image: i, k8sNodeFilterName: all}
        k8sNodeFilters: [{name: all}]
        secrets: {}
        slurmNodes:
          accounting: {k8sNodeFilterName: all}
          controller:
            k8sNodeFilterName: all
            slurmctld: {image: i}
            munge: {image: i}
            volumes: {spool: {}, jail: {}}
          login:
            k8sNodeFilterName: all
            sshd: {image: i}
            munge: {image: i}
            sshdServiceType: LoadBalancer
            sshRootPublicKeys: []
            volumes: {jail: {}}
          exporter: {k8sNodeFilterName: all}
          rest: {k8sNodeFilterName: all}
        %s
      """;
  private static final String NODE_SET =
      """
      apiVersion: slurm.nebius.ai/v1alpha1
      kind: NodeSet
      metadata: {generateName: n-, namespace: default}
      spec:
        replicas: %d
        maxUnavailable: %s
        slurmd:
          image: {repository: r}
          resources: {cpu: "1"}
          volumes: {spool: {emptyDir: {}}, jail: {emptyDir: {}}}
        munge: {image: {repository: r}, resources: {cpu: "1"}}
      """;

  @Test
  @Scenario("soperator-11")
  void rejectsStructuredPartitionsWithoutAPartition() {
    in(
        world -> {
          assertThatThrownBy(
                  () -> cluster(world, "partitionConfiguration: {configType: structured}"))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining("partitionConfiguration");
          cluster(
              world,
              "partitionConfiguration: {configType: structured, partitions: [{name: main}]}");
        });
  }

  @Test
  @Scenario("soperator-12")
  void rejectsMaxUnavailableOutOfRange() {
    in(
        world -> {
          for (String refused : new String[] {"501", "\"0%\""}) {
            assertThatThrownBy(() -> nodeSet(world, 1, refused))
                .isInstanceOf(ApiException.Invalid.class)
                .hasMessageContaining("maxUnavailable");
          }
          assertThatThrownBy(() -> nodeSet(world, 2000, "\"50%\""))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining("maxUnavailable");
          assertThat(nodeSet(world, 1000, "\"50%\"").getSpec().getReplicas()).isEqualTo(1000);
          assertThat(nodeSet(world, 1, "500").getSpec().getReplicas()).isEqualTo(1);
        });
  }

  @Test
  @Scenario("soperator-13")
  void rejectsATimeoutBelowThePollInterval() {
    in(
        world -> {
          assertThatThrownBy(
                  () ->
                      cluster(
                          world,
                          "sConfigController: {serviceAccountName: s, node: {k8sNodeFilterName: all},"
                              + " container: {image: i}, reconfigurePollInterval: 20s,"
                              + " reconfigureWaitTimeout: 20s}"))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining("ReconfigureWaitTimeout must be greater than");
          cluster(
              world,
              "sConfigController: {serviceAccountName: s, node: {k8sNodeFilterName: all},"
                  + " container: {image: i}, reconfigurePollInterval: 20s,"
                  + " reconfigureWaitTimeout: 21s}");
        });
  }

  private static void in(Script script) {
    Simulation.named("kinds").given(SlurmWorld::define).script(script).run(1);
  }

  private static SlurmCluster cluster(World world, String more) throws Exception {
    return create(world, SlurmCluster.class, CLUSTER.replace("%s", more));
  }

  private static NodeSet nodeSet(World world, int replicas, String away) throws Exception {
    return create(
        world,
        NodeSet.class,
        NODE_SET.replace("%d", Integer.toString(replicas)).replace("%s", away));
  }

  /** Just what is written: no field that the Java type would add. */
  private static <T extends HasMetadata> T create(World world, Class<T> type, String yaml)
      throws Exception {
    return Json.read(
        world
            .objects()
            .call(
                ApiRequest.of("POST", ResourceType.of(type).path("default"))
                    .body("application/json", Json.bytes(Json.yamlMapper().readTree(yaml))))
            .body(),
        type);
  }
}
