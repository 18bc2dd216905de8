package io.coxswain.slurm.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.slurm.client.TestingSlurm;
import io.coxswain.slurm.program.ControllerSelection;
import io.coxswain.slurm.webhooks.SlurmWebhooks;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The program as a whole: which parts of it run, and how it ends. */
class SoperatorProgramScenarioTest {
  private static final Pattern CONTROLLER =
      Pattern.compile("controller_runtime_max_concurrent_reconciles\\{controller=\"([^\"]*)\"");

  @Test
  @Scenario({"soperator-1", "soperator-3"})
  void runsTheSelectedControllers() {
    assertThat(running(Map.of(), "--controllers=-topology")).isEmpty();
    assertThat(running(Map.of(), "--controllers=*,-topology"))
        .containsExactly(
            "cluster",
            "nodeconfigurator",
            "nodeset",
            "rollingupdate",
            "soperatorchecks.slurmapiclients");
    assertThat(running(Map.of(ControllerSelection.VARIABLE, "cluster"), "--controllers=nodeset"))
        .containsExactly("nodeset");
    assertThat(running(Map.of(ControllerSelection.VARIABLE, "cluster"))).containsExactly("cluster");
  }

  @Test
  void rejectsAnUnknownController() {
    assertThatThrownBy(() -> read(Env.production(), Map.of(), "--controllers=foo"))
        .isInstanceOf(FlagException.class)
        .hasMessageContaining("\"foo\"");
  }

  @Test
  void failsToStartWithoutANamespace() {
    Flags flags = OperatorOptions.flags();

    Simulation.named("nowhere")
        .script(
            world ->
                assertThatThrownBy(
                        () -> OperatorOptions.of(flags, new TreeMap<>(), world.env().files()))
                    .isInstanceOf(FlagException.class)
                    .hasMessageContaining("-operator-namespace"))
        .run(1);
  }

  @Test
  void servesWebhooksUnlessSetToFalse() throws Exception {
    assertThat(read(Env.production(), Map.of("ENABLE_WEBHOOKS", "False")).webhooks()).isTrue();
    assertThat(read(Env.production(), Map.of("ENABLE_WEBHOOKS", "false")).webhooks()).isFalse();
    Simulation.named("webhooks")
        .given(SlurmWorld::define)
        .script(
            world -> {
              Manager with = SlurmWorld.start(world.env(), Map.of("ENABLE_WEBHOOKS", "False"));
              assertThat(with.webhooks().paths())
                  .containsExactly(
                      "/validate--v1-secret",
                      "/validate-slurm-nebius-ai-v1-slurmcluster",
                      "/validate-slurm-nebius-ai-v1alpha1-nodeset");
              Manager onlyNodeSets =
                  SlurmWorld.start(world.env(), Map.of(), "--controllers=nodeset");
              assertThat(onlyNodeSets.webhooks().paths())
                  .containsExactly("/validate-slurm-nebius-ai-v1alpha1-nodeset");
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-21")
  void protectsDatabasePasswordsWhileTheirClusterExists() {
    admitted(
        world -> {
          SlurmStage.createSmallCluster(world);
          assertThatThrownBy(() -> world.objects().create(secret("bare", Map.of())))
              .hasMessageContaining("secret must have an annotation 'slurm.nebius.ai/cluster'");
          Secret secret =
              world
                  .objects()
                  .create(secret("mariadb-root", Map.of("slurm.nebius.ai/cluster", "c")));
          ObjectKey key = ObjectKey.of(secret);
          assertThatThrownBy(
                  () ->
                      world
                          .objects()
                          .edit(Secret.class, key, s -> s.setData(Map.of("password", "b3du"))))
              .hasMessageContaining("update operations are not allowed for Secret resources");
          assertThatThrownBy(() -> world.objects().delete(Secret.class, key))
              .hasMessageContaining(
                  "cannot delete Secret because referenced SlurmCluster 'c' exists");
          world.objects().delete(SlurmCluster.class, SlurmStage.CLUSTER);
          world.objects().delete(Secret.class, key);
          // one without the label is nobody's business
          world
              .objects()
              .create(
                  new SecretBuilder()
                      .withNewMetadata()
                      .withNamespace("slurm")
                      .withName("plain")
                      .endMetadata()
                      .build());
        });
  }

  @Test
  @Scenario("soperator-render-22")
  void rejectsAUserLimitOfAllMemory() {
    admitted(
        world -> {
          SlurmStage.createSmallCluster(world);
          assertThatThrownBy(
                  () ->
                      SlurmStage.edit(
                          world,
                          SlurmStage.CLUSTER,
                          c -> {
                            var login = c.getSpec().getSlurmNodes().getLogin();
                            login.getSshd().setResources(Map.of("memory", new Quantity("1Gi")));
                            var isolation = new io.coxswain.api.slurm.UserIsolation();
                            isolation.setEnabled(true);
                            isolation.setMemoryMax(new Quantity("1Gi"));
                            login.setUserIsolation(isolation);
                          }))
              .isInstanceOf(ApiException.class)
              .hasMessageContaining(
                  "login.userIsolation.memoryMax (1Gi) must be lower than the sshd container memory"
                      + " limit (1Gi)");
        });
  }

  @Test
  void anotherReplicaTakesOverTheLeaseWhenItIsKilled() {
    Simulation.named("replicas")
        .given(SlurmWorld::define)
        .process("one", replica("one"))
        .process("two", replica("two"))
        .script(
            world -> {
              ObjectKey lease = ObjectKey.of(SlurmWorld.NAMESPACE, "e21479ae.nebius.ai");
              world.await("a leader", () -> !holder(world, lease).isEmpty());
              String first = holder(world, lease).startsWith("one") ? "one" : "two";
              world.kill(first);
              world.await("another", () -> !holder(world, lease).startsWith(first));
            })
        .run(1);
  }

  private static io.coxswain.sim.Main replica(String host) {
    return env -> {
      OperatorOptions read =
          read(env, Map.of(), "--metrics-bind-address=0", "--health-probe-bind-address=0");
      var settings =
          new OperatorOptions(
              read.common(),
              read.namespace(),
              read.controllers(),
              read.namespaces(),
              false,
              -1,
              read.foreignKinds(),
              read.topologyPrefix(),
              read.clusterDomain());
      SoperatorProgram.start(env, settings, host).run();
    };
  }

  private static String holder(World world, ObjectKey lease) throws Exception {
    return world
        .objects()
        .find(Lease.class, lease)
        .map(found -> found.getSpec().getHolderIdentity())
        .orElse("");
  }

  private static void admitted(io.coxswain.sim.Script script) {
    SlurmStage.prepared()
        .serving("operator", SlurmWorld.serving(Map.of("ENABLE_WEBHOOKS", "False")))
        .before(
            world ->
                world
                    .objects()
                    .call(
                        ApiRequest.of(
                                "POST",
                                ResourceType.of(ValidatingWebhookConfiguration.class).path(""))
                            .body(
                                "application/json",
                                Json.bytes(
                                    SlurmWebhooks.configuration(
                                        SlurmWorld.NAMESPACE, SlurmWebhooks.SERVICE)))))
        .script(
            world -> {
              world.run(Duration.ofSeconds(2));
              script.run(world);
            })
        .run(1);
  }

  private static Secret secret(String name, Map<String, String> annotations) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace("slurm")
        .withName(name)
        .addToLabels("slurm.nebius.ai/webhook", "true")
        .withAnnotations(annotations)
        .endMetadata()
        .build();
  }

  /** The controllers of the program, by the names that its metrics have of them. */
  private static List<String> running(Map<String, String> environment, String... words) {
    var names = new TreeSet<String>();
    Simulation.named("controllers")
        .given(SlurmWorld::define)
        .process(
            "operator",
            env -> {
              ManagerBuilder builder =
                  SoperatorProgram.manager(
                      env, SlurmWorld.settings(env, environment, words), "host");
              Manager manager =
                  SoperatorProgram.start(
                      builder,
                      SlurmWorld.settings(env, environment, words),
                      _ -> (cluster, address) -> new TestingSlurm());
              var task = env.tasks().spawn("manager", manager::run);
              env.clock().sleep(Duration.ofSeconds(2));
              Matcher matcher =
                  CONTROLLER.matcher(
                      new String(builder.metrics().scrape(), StandardCharsets.UTF_8));
              while (matcher.find()) {
                names.add(matcher.group(1));
              }
              task.join();
            })
        .script(world -> world.run(Duration.ofSeconds(5)))
        .run(1);
    return List.copyOf(names);
  }

  private static OperatorOptions read(Env env, Map<String, String> environment, String... words)
      throws Exception {
    Flags flags = OperatorOptions.flags();
    var line = new ArrayList<>(List.of(words));
    line.add("--operator-namespace=" + SlurmWorld.NAMESPACE);
    flags.parse(line);
    return OperatorOptions.of(flags, new TreeMap<>(environment), env.files());
  }
}
