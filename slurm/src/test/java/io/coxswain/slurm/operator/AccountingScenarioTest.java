package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Accounting, REST and login where they depend on what others provide. */
class AccountingScenarioTest {
  private static final ObjectKey PASSWORD = ObjectKey.of("slurm", "db-password");

  @Test
  @Scenario("soperator-render-14")
  void isAvailableWithAnExternalDatabase() {
    SlurmStage.quick("--controllers=cluster")
        .script(
            world -> {
              password(world);
              Samples.create(world, withAccounting());
              SlurmStage.awaitAvailable(world, CLUSTER);
              assertThat(SlurmStage.condition(world, CLUSTER, "AccountingAvailable"))
                  .isEqualTo("True/Available: Slurm accounting is available");
            })
        .run(1);
  }

  @Test
  void reportsAMissingSecretAndContinuesWithTheRest() {
    SlurmStage.quick("--controllers=cluster")
        .script(
            world -> {
              Samples.create(world, withAccounting());
              world.await(
                  "the complaint",
                  () ->
                      SlurmStage.condition(world, CLUSTER, "AccountingAvailable")
                          .startsWith("False/ReconcileFailed: Accounting: "));
              assertThat(SlurmStage.condition(world, CLUSTER, "AccountingAvailable"))
                  .contains("db-password");
              // the others came up all the same
              world.await(
                  "the controllers",
                  () ->
                      SlurmStage.condition(world, CLUSTER, "LoginAvailable")
                          .startsWith("False/ReconcileFailed"));
              assertThat(SlurmStage.names(world, Deployment.class)).contains("c-sconfigcontroller");
              assertThat(SlurmStage.phase(world, CLUSTER)).isEqualTo("Not available");
              world.await("an event", () -> SlurmStage.event(world, "ReconcileFailed").isPresent());

              password(world);
              SlurmStage.awaitAvailable(world, CLUSTER);
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-12")
  void restartsSlurmdbdAndSlurmrestdAloneForANewSetting() {
    SlurmStage.quick("--controllers=cluster")
        .script(
            world -> {
              password(world);
              Samples.create(world, withAccounting());
              SlurmStage.createSmallNodeSet(world);
              SlurmStage.awaitAvailable(world, CLUSTER);
              world.awaitSilence(Duration.ofMinutes(1));
              String accounting = versions(world, Deployment.class, "c-accounting");
              String rest = versions(world, Deployment.class, "c-rest");
              String controller = versions(world, StatefulSet.class, "c-controller");

              SlurmStage.edit(
                  world, CLUSTER, c -> c.getSpec().setCustomSlurmConfig("MaxStepCount=7"));
              world.await(
                  "the restart",
                  () ->
                      !versions(world, Deployment.class, "c-accounting").equals(accounting)
                          && !versions(world, Deployment.class, "c-rest").equals(rest));
              ConfigMap config =
                  world.objects().fetch(ConfigMap.class, ObjectKey.of("slurm", "c-slurm-configs"));
              assertThat(versions(world, Deployment.class, "c-accounting"))
                  .contains(
                      "slurm.c-slurm-configs: \""
                          + config.getMetadata().getResourceVersion()
                          + "\"");
              world.awaitSilence(Duration.ofMinutes(1));
              assertThat(versions(world, StatefulSet.class, "c-controller")).isEqualTo(controller);
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-13")
  void usesACustomSshdConfiguration() {
    SlurmStage.quick("--controllers=cluster")
        .script(
            world -> {
              ConfigMap own =
                  world
                      .objects()
                      .create(
                          new ConfigMapBuilder()
                              .withNewMetadata()
                              .withNamespace("slurm")
                              .withName("own-sshd")
                              .endMetadata()
                              .addToData("sshd_config", "Port 22")
                              .build());
              ObjectNode cluster = small();
              ((ObjectNode) cluster.at("/spec/slurmNodes/login"))
                  .put("sshdConfigMapRefName", "own-sshd");
              Samples.create(world, cluster);
              SlurmStage.awaitAvailable(world, CLUSTER);
              assertThat(SlurmStage.names(world, ConfigMap.class)).doesNotContain("c-ssh-configs");
              assertThat(versions(world, StatefulSet.class, "c-login"))
                  .contains("slurm.own-sshd: \"" + own.getMetadata().getResourceVersion() + "\"");

              world
                  .objects()
                  .edit(
                      ConfigMap.class,
                      ObjectKey.of(own),
                      map -> map.getData().put("sshd_config", "Port 2222"));
              String before = versions(world, StatefulSet.class, "c-login");
              world.await(
                  "the restart",
                  () -> !versions(world, StatefulSet.class, "c-login").equals(before));
            })
        .run(1);
  }

  @Test
  void reportsErrorsOfAClusterWithTheirField() {
    SlurmStage.quick("--controllers=cluster")
        .script(
            world -> {
              ObjectNode cluster = small();
              ((ObjectNode) cluster.at("/spec/slurmNodes/controller"))
                  .put("k8sNodeFilterName", "nowhere");
              ((ObjectNode) cluster.at("/spec/slurmNodes/controller/volumes/spool"))
                  .put("volumeSourceName", "attic");
              Samples.create(world, cluster);
              world.await(
                  "the complaint",
                  () -> !SlurmStage.condition(world, CLUSTER, "SpecValid").isEmpty());
              assertThat(SlurmStage.condition(world, CLUSTER, "SpecValid"))
                  .startsWith("False/InvalidSpec: ")
                  .contains("spec.slurmNodes.controller.k8sNodeFilterName")
                  .contains("element with value \"nowhere\" not found")
                  .contains("spec.slurmNodes.controller.volumes.spool.volumeSourceName")
                  .contains("\"attic\"");
              world.await("an event", () -> SlurmStage.event(world, "InvalidSpec").isPresent());
              assertThat(SlurmStage.names(world, Secret.class)).isEmpty();

              SlurmStage.edit(
                  world,
                  CLUSTER,
                  c -> {
                    var controller = c.getSpec().getSlurmNodes().getController();
                    controller.setK8sNodeFilterName("all");
                    controller.getVolumes().getSpool().setVolumeSourceName("spool");
                  });
              SlurmStage.awaitAvailable(world, CLUSTER);
              assertThat(SlurmStage.condition(world, CLUSTER, "SpecValid")).isEmpty();
            })
        .run(1);
  }

  private static ObjectNode small() throws Exception {
    return (ObjectNode) Json.yamlMapper().readTree(SlurmWorld.SMALL_CLUSTER);
  }

  private static ObjectNode withAccounting() throws Exception {
    ObjectNode cluster = small();
    ObjectNode nodes = (ObjectNode) cluster.at("/spec/slurmNodes");
    nodes.set(
        "accounting",
        Json.yamlMapper()
            .readTree(
                """
                enabled: true
                k8sNodeFilterName: all
                slurmdbd: {image: "slurmdbd:1", resources: {cpu: "1", memory: 1Gi}}
                munge: {image: "munge:1", resources: {cpu: "1", memory: 1Gi}}
                externalDB:
                  enabled: true
                  host: db.example
                  user: slurm
                  passwordSecretKeyRef: {name: db-password, key: password}
                """));
    nodes.set(
        "rest",
        Json.yamlMapper()
            .readTree(
                "{enabled: true, size: 1, k8sNodeFilterName: all, rest: {image: \"rest:1\","
                    + " resources: {cpu: \"1\", memory: 1Gi}}}"));
    return cluster;
  }

  private static void password(World world) throws Exception {
    world
        .objects()
        .create(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(PASSWORD.namespace())
                .withName(PASSWORD.name())
                .endMetadata()
                .addToData("password", "c2VjcmV0")
                .build());
  }

  private static String versions(
      World world, Class<? extends io.fabric8.kubernetes.api.model.HasMetadata> type, String name)
      throws Exception {
    return Json.tree(world.objects().fetch(type, ObjectKey.of("slurm", name)))
        .at("/spec/template/metadata/annotations/versions")
        .asText();
  }
}
