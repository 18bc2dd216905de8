package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.sim.World;
import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The conditions of a cluster name the workload that is stuck, its pod and the pod's reason. */
class StuckComponentScenarioTest {
  private static final String NOWHERE = "nowhere";

  @Test
  void namesTheLoginPodThatHasNoNode() {
    SlurmStage.simulation("--controllers=cluster")
        .script(
            world -> {
              create(world, "/spec/slurmNodes/login");
              world.await(
                  "the reason",
                  () ->
                      condition(world, "LoginAvailable")
                          .startsWith(
                              "False/Unschedulable: Slurm login is not available yet: StatefulSet"
                                  + " c-login: 0 of 1 pods ready; Pod c-login-0: Unschedulable:"
                                  + " 0/3 nodes are available"));
              world.await(
                  "a controller",
                  () ->
                      condition(world, "ControllersAvailable")
                          .equals("True/Available: Slurm controllers are available"));
              assertThat(SlurmStage.phase(world, CLUSTER)).isEqualTo("Not available");

              repair(world);
              SlurmStage.awaitAvailable(world, CLUSTER);

              assertThat(condition(world, "LoginAvailable"))
                  .isEqualTo("True/Available: Slurm login is available");
            })
        .run(1);
  }

  @Test
  void namesThePodThatCannotPopulateTheJail() {
    SlurmStage.simulation("--controllers=cluster")
        .script(
            world -> {
              create(world, "/spec/populateJail");
              world.await(
                  "the reason",
                  () ->
                      condition(world, "PopulateJailAvailable")
                          .startsWith(
                              "False/Unschedulable: Job c-populate-jail has not succeeded: Pod"
                                  + " c-populate-jail-"));
              assertThat(SlurmStage.phase(world, CLUSTER)).isEqualTo("Pending");
            })
        .run(1);
  }

  @Test
  void reportsAnExporterWithoutANodeWhileTheClusterIsAvailable() {
    SlurmStage.simulation("--controllers=cluster")
        .script(
            world -> {
              create(world, "/spec/slurmNodes/exporter");
              SlurmStage.awaitAvailable(world, CLUSTER);
              world.await(
                  "the reason",
                  () ->
                      condition(world, "ExporterAvailable")
                          .startsWith(
                              "False/Unschedulable: Deployment c-slurm-exporter: 0 of 1 pods"
                                  + " ready; Pod c-slurm-exporter-"));
              assertThat(SlurmStage.phase(world, CLUSTER)).isEqualTo("Available");
              int before = world.writes("operator");
              world.run(Duration.ofMinutes(10));
              assertThat(world.writes("operator")).isEqualTo(before);

              repair(world);

              world.await("no problem", () -> condition(world, "ExporterAvailable").isEmpty());
            })
        .run(1);
  }

  /** The small cluster, with one component on a node filter that matches no node. */
  private static void create(World world, String component) throws Exception {
    var cluster = (ObjectNode) Json.yamlMapper().readTree(SlurmWorld.SMALL_CLUSTER);
    cluster
        .withArray("/spec/k8sNodeFilters")
        .addObject()
        .put("name", NOWHERE)
        .putObject("nodeSelector")
        .put("rack", "none");
    var exporter = (ObjectNode) cluster.at("/spec/slurmNodes/exporter");
    exporter.put("enabled", true).putObject("exporterContainer").put("image", "exporter:1");
    ((ObjectNode) cluster.at(component)).put("k8sNodeFilterName", NOWHERE);
    Samples.create(world, cluster);
  }

  /** Lets the node filter match every node. */
  private static void repair(World world) throws Exception {
    SlurmStage.edit(
        world,
        CLUSTER,
        cluster ->
            cluster.getSpec().getK8sNodeFilters().stream()
                .filter(filter -> filter.getName().equals(NOWHERE))
                .forEach(filter -> filter.setNodeSelector(new TreeMap<>())));
  }

  private static String condition(World world, String type) throws Exception {
    return SlurmStage.condition(world, CLUSTER, type);
  }
}
