package io.coxswain.slurm.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Run;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.slurm.program.ManagerFlags;
import io.coxswain.slurm.program.ManagerSettings;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A controller that renders a Deployment by a ConfigMap, with a Secret it depends on. */
class OwnedObjectsScenarioTest {
  private static final ObjectKey OWNER = ObjectKey.of("default", "owner");
  private static final ObjectKey DEPLOYMENT = ObjectKey.of("default", "web");
  private static final ObjectKey DEPENDENCY = ObjectKey.of("default", "munge");

  @Test
  @Scenario("soperator-16")
  void keepsForeignLabelsOnAPatchAndDropsThemOnAReplacement() {
    run(
        world -> {
          world.await("the Deployment", () -> image(world).equals("i:1"));
          Deployment made = deployment(world);
          assertThat(made.getMetadata().getOwnerReferences().getFirst().getController()).isTrue();
          assertThat(made.getMetadata().getOwnerReferences().getFirst().getBlockOwnerDeletion())
              .isTrue();
          assertThat(versions(made)).isEqualTo("default.munge: \"" + version(world) + "\"");
          assertThat(made.getSpec().getTemplate().getMetadata().getAnnotations())
              .containsEntry("versions", versions(made));
          world
              .objects()
              .edit(
                  Deployment.class,
                  DEPLOYMENT,
                  d -> d.getMetadata().getLabels().put("team", "ours"));

          setImage(world, "i:2");
          world.await("the new image", () -> image(world).equals("i:2"));
          assertThat(deployment(world).getMetadata().getLabels()).containsEntry("team", "ours");

          world
              .objects()
              .edit(
                  Secret.class,
                  DEPENDENCY,
                  secret -> secret.setData(new TreeMap<>(Map.of("k", "AQ=="))));
          world.run(Duration.ofSeconds(1));
          setImage(world, "i:3");
          world.await("the new image", () -> image(world).equals("i:3"));
          assertThat(versions(deployment(world)))
              .isEqualTo("default.munge: \"" + version(world) + "\"")
              .isNotEqualTo(versions(made));
          assertThat(deployment(world).getMetadata().getLabels()).doesNotContainKey("team");
        });
  }

  @Test
  void sendsNoRequestWithoutChanges() {
    Run run =
        run(
            world -> {
              world.await("the Deployment", () -> image(world).equals("i:1"));
              world.await(
                  "the Service", () -> !world.objects().list(Service.class, "default").isEmpty());
              world.awaitSilence(Duration.ofMinutes(1));
              int before = world.writes("operator");
              world
                  .objects()
                  .edit(
                      ConfigMap.class,
                      OWNER,
                      owner -> owner.getData().put("note", "says nothing about the Deployment"));
              world.run(Duration.ofMinutes(1));
              assertThat(world.writes("operator")).isEqualTo(before);
            });
    assertThat(run.writes().get("operator")).isEqualTo(2);
  }

  @Test
  void revertsChangesToRenderedFieldsOnly() {
    run(
        world -> {
          world.await("the Deployment", () -> image(world).equals("i:1"));
          world
              .objects()
              .edit(
                  Deployment.class,
                  DEPLOYMENT,
                  d -> {
                    d.getSpec().setReplicas(7);
                    d.getSpec().setMinReadySeconds(9);
                  });
          setImage(world, "i:2");
          world.await("the new image", () -> image(world).equals("i:2"));
          assertThat(deployment(world).getSpec().getReplicas()).isEqualTo(1);
          assertThat(deployment(world).getSpec().getMinReadySeconds()).isEqualTo(9);
        });
  }

  @Test
  void neitherAdoptsNorDeletesForeignObjects() {
    run(
        world -> world.objects().create(rendered("i:0")),
        world -> {
          world.await("the mark", () -> mark(world).startsWith("kept:"));
          assertThat(image(world)).as("taken over as it is").isEqualTo("i:0");
          setImage(world, "i:2");
          world.await("the image", () -> image(world).equals("i:2"));
          assertThat(versions(deployment(world))).isNotEmpty();
          assertThat(mark(world)).startsWith("own:");

          setImage(world, "none");
          world.run(Duration.ofMinutes(1));
          assertThat(world.objects().find(Service.class, DEPLOYMENT)).isEmpty();
        });
  }

  @Test
  void anotherVersionOfADependencyReplacesAForeignTemplate() {
    run(
        world -> world.objects().create(rendered("i:0")),
        world -> {
          world.await("the mark", () -> mark(world).startsWith("kept:"));
          world.awaitSilence(Duration.ofMinutes(1));
          assertThat(versions(deployment(world)))
              .isEqualTo("default.munge: \"" + version(world) + "\"");
          assertThat(deployment(world).getSpec().getTemplate().getMetadata().getAnnotations())
              .as("the template is as it was")
              .isNullOrEmpty();

          world
              .objects()
              .edit(
                  Secret.class,
                  DEPENDENCY,
                  secret -> secret.setData(new TreeMap<>(Map.of("k", "AQ=="))));
          world.run(Duration.ofSeconds(1));
          world
              .objects()
              .edit(ConfigMap.class, OWNER, owner -> owner.getData().put("note", "look again"));
          world.await("our image", () -> image(world).equals("i:1"));
          assertThat(mark(world)).startsWith("own:");
        });
  }

  private static String mark(World world) throws Exception {
    Map<String, String> annotations = deployment(world).getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault("coxswain.io/pod-template", "");
  }

  @Test
  @Scenario("soperator-19")
  void backsOffExponentiallyUpToALimit() {
    var tries = new ArrayList<Duration>();
    Simulation.named("failing")
        .process(
            "operator",
            env -> {
              Manager manager = settings().begin(env, "operator", "host").build();
              settings()
                  .tune(manager.controller("failing"))
                  .watch(ConfigMap.class, watch -> watch.self())
                  .reconcile(
                      (key, pass) -> {
                        if (key.namespace().equals("kube-system")) {
                          return Outcome.done(); // the server's own
                        }
                        tries.add(Duration.between(java.time.Instant.EPOCH, pass.now()));
                        throw new ReconcileException("no");
                      });
              manager.run();
            })
        .script(
            world -> {
              world.objects().create(owner("i:1"));
              world.run(Duration.ofMinutes(40));
            })
        .run(1);

    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < tries.size(); i++) {
      gaps.add(Math.round(tries.get(i).minus(tries.get(i - 1)).toMillis() / 1000.0));
    }
    assertThat(gaps).startsWith(30L, 60L, 120L, 240L, 300L, 300L).allMatch(gap -> gap <= 300);
  }

  // ---- the controller

  private static Run run(io.coxswain.sim.Script script) {
    return run(_ -> {}, script);
  }

  private static Run run(io.coxswain.sim.Script before, io.coxswain.sim.Script script) {
    return Simulation.named("owned objects")
        .before(
            world -> {
              world
                  .objects()
                  .create(
                      new SecretBuilder()
                          .withNewMetadata()
                          .withNamespace("default")
                          .withName("munge")
                          .endMetadata()
                          .build());
              world.objects().create(owner("i:1"));
              before.run(world);
            })
        .process("operator", OwnedObjectsScenarioTest::main)
        .script(script)
        .run(3);
  }

  private static void main(Env env) throws Exception {
    Manager manager = settings().begin(env, "operator", "host").build();
    var objects = new OwnedObjects(manager.client());
    settings()
        .tune(manager.controller("web"))
        .watch(
            ConfigMap.class,
            watch -> watch.self().when(event -> ObjectKey.of(event.object()).equals(OWNER)))
        .reconcile(
            (key, pass) -> {
              ConfigMap owner = manager.client().get(ConfigMap.class, key).orElseThrow();
              var steps = new Steps();
              steps.run("web", () -> reconcile(manager, objects, owner));
              if (steps.failed()) {
                throw new ReconcileException(steps.message());
              }
              return Outcome.done();
            });
    manager.run();
  }

  private static void reconcile(Manager manager, OwnedObjects objects, ConfigMap owner)
      throws ApiException {
    String image = owner.getData().getOrDefault("image", "");
    if (image.equals("none")) {
      objects.delete(owner, Deployment.class, "web");
      objects.delete(owner, Service.class, "web");
      return;
    }
    Secret secret = manager.client().get(Secret.class, DEPENDENCY).orElseThrow();
    objects.ensure(owner, rendered(image), List.of(secret));
    objects.ensure(owner, service());
  }

  private static ManagerSettings settings() throws io.coxswain.runtime.flags.FlagException {
    Flags flags = ManagerFlags.begin("info").flags();
    return ManagerSettings.of(flags, new TreeMap<>()).withoutServers();
  }

  private static Deployment rendered(String image) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("web")
        .addToLabels("app", "web")
        .endMetadata()
        .withNewSpec()
        .withReplicas(1)
        .withNewSelector()
        .addToMatchLabels("app", "web")
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", "web")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage(image)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static Service service() {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("web")
        .endMetadata()
        .withNewSpec()
        .addToSelector("app", "web")
        .addNewPort()
        .withPort(80)
        .endPort()
        .endSpec()
        .build();
  }

  // ---- reading and editing

  private static ConfigMap owner(String image) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(OWNER.namespace())
        .withName(OWNER.name())
        .endMetadata()
        .addToData("image", image)
        .build();
  }

  private static void setImage(World world, String image) throws Exception {
    world.objects().edit(ConfigMap.class, OWNER, owner -> owner.getData().put("image", image));
  }

  private static Deployment deployment(World world) throws Exception {
    return world.objects().fetch(Deployment.class, DEPLOYMENT);
  }

  private static String image(World world) throws Exception {
    return world
        .objects()
        .find(Deployment.class, DEPLOYMENT)
        .map(d -> d.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage())
        .orElse("");
  }

  private static String versions(Deployment deployment) {
    return deployment.getMetadata().getAnnotations().getOrDefault("versions", "");
  }

  private static String version(World world) throws Exception {
    return world.objects().fetch(Secret.class, DEPENDENCY).getMetadata().getResourceVersion();
  }
}
