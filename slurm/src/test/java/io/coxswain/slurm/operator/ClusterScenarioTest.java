package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static io.coxswain.slurm.operator.SlurmStage.NODE_SET;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Run;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the controller of clusters writes, and when. */
class ClusterScenarioTest {
  private static final ObjectKey DEMO = ObjectKey.of("slurm", "demo");
  private static final ObjectKey JOB = ObjectKey.of("slurm", "c-populate-jail");

  @Test
  @Scenario("soperator-render-1")
  void writesTheObjectsOfTheMinimalSample() {
    SlurmStage.quickWithForeignKinds("--controllers=cluster")
        .script(
            world -> {
              Samples.create(world, "slurmcluster-minimal.yaml");
              SlurmStage.awaitAvailable(world, DEMO);

              assertThat(SlurmStage.names(world, JailedConfig.class))
                  .containsExactly("demo-slurm-configs");
              assertThat(SlurmStage.names(world, Secret.class))
                  .containsExactly("demo-munge", "demo-rest-jwt-key", "demo-sshd-keys");
              assertThat(SlurmStage.names(world, ConfigMap.class))
                  .containsExactly(
                      "demo-controller-security-limits",
                      "demo-login-security-limits",
                      "demo-login-user-isolation",
                      "demo-slurm-configs",
                      "demo-ssh-configs",
                      "demo-ssh-root-keys",
                      "demo-sysctl");
              assertThat(SlurmStage.names(world, Service.class))
                  .containsExactly(
                      "demo-controller-svc", "demo-login-headless-svc", "demo-login-svc");
              assertThat(SlurmStage.names(world, KruiseStatefulSet.class))
                  .containsExactly("demo-controller", "demo-login");
              assertThat(SlurmStage.names(world, Deployment.class))
                  .containsExactly("demo-sconfigcontroller");
              assertThat(SlurmStage.names(world, MariaDb.class)).isEmpty();
            })
        .run(1);
  }

  @Test
  void writesEachObjectOnceAndThenNothing() {
    Run run =
        SlurmStage.quick("--controllers=cluster,nodeset")
            .script(
                world -> {
                  up(world);
                  int before = world.writes("operator");
                  world.run(Duration.ofMinutes(30));
                  assertThat(world.writes("operator")).isEqualTo(before);
                  assertThat(objects(world)).isEqualTo(27);
                })
            .run(1);
    // beside the objects: four status writes of the cluster, five of the NodeSet, two events
    assertThat(run.writes().get("operator")).isBetween(27, 40);
  }

  @Test
  void aNewSizeOfANodeSetChangesItsStatefulSetAndWhatNamesItsWorkers() {
    assertThat(
            writesAfter(
                world ->
                    world
                        .objects()
                        .edit(NodeSet.class, NODE_SET, set -> set.getSpec().setReplicas(5))))
        // the settings that count or list workers are in slurm.conf
        .containsExactly(
            "configmaps/c-slurm-configs", "roles/c-gpu-nodeset-role", "statefulsets/gpu");
  }

  @Test
  void aNewImageChangesOneStatefulSet() {
    assertThat(
            writesAfter(
                world ->
                    SlurmStage.edit(
                        world,
                        CLUSTER,
                        c ->
                            c.getSpec()
                                .getSlurmNodes()
                                .getController()
                                .getSlurmctld()
                                .setImage("slurmctld:2"))))
        .containsExactly("statefulsets/c-controller");
  }

  @Test
  void aNewSettingOfSlurmChangesTheConfigMapAlone() {
    assertThat(
            writesAfter(
                world ->
                    SlurmStage.edit(
                        world, CLUSTER, c -> c.getSpec().setCustomSlurmConfig("MaxStepCount=7"))))
        .containsExactly("configmaps/c-slurm-configs");
  }

  @Test
  @Scenario("soperator-render-24")
  void keepsAnExistingMungeKey() {
    SlurmStage.quick("--controllers=cluster")
        .script(
            world -> {
              world
                  .objects()
                  .create(
                      new SecretBuilder()
                          .withNewMetadata()
                          .withNamespace("slurm")
                          .withName("c-munge")
                          .endMetadata()
                          .addToData("munge.key", "b3du")
                          .build());
              SlurmStage.createSmallCluster(world);
              SlurmStage.awaitAvailable(world, CLUSTER);

              Secret munge = world.objects().fetch(Secret.class, ObjectKey.of("slurm", "c-munge"));
              assertThat(munge.getData()).containsOnlyKeys("munge.key").containsValue("b3du");
              assertThat(munge.getMetadata().getOwnerReferences()).isEmpty();
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-9")
  void takesEverythingDownForMaintenance() {
    SlurmStage.quick("--controllers=cluster,nodeset")
        .script(
            world -> {
              up(world);
              SlurmStage.edit(world, CLUSTER, c -> c.getSpec().setMaintenance("downscale"));
              world.await(
                  "nothing runs",
                  () ->
                      world.objects().list(StatefulSet.class, "slurm").stream()
                              .allMatch(set -> set.getSpec().getReplicas() == 0)
                          && world.objects().list(Deployment.class, "slurm").stream()
                              .allMatch(d -> d.getSpec().getReplicas() == 0));
              assertThat(SlurmStage.names(world, StatefulSet.class))
                  .containsExactly("c-controller", "c-login", "gpu");
              for (String type :
                  List.of("ControllersAvailable", "LoginAvailable", "AccountingAvailable")) {
                world.await(
                    type,
                    () ->
                        SlurmStage.condition(world, CLUSTER, type).startsWith("False/Maintenance"));
              }
              world.await(
                  "the workers",
                  () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Terminating"));
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-10")
  void fillsTheJailAgainOnceItIsUnused() {
    SlurmStage.quick("--controllers=cluster")
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              SlurmStage.awaitAvailable(world, CLUSTER);
              String first = world.objects().fetch(Job.class, JOB).getMetadata().getUid();
              Pod login = pod(world, "c-login-0", "app.kubernetes.io/component", "login");
              Pod worker = pod(world, "gpu-0", "slurm.nebius.ai/worker", "true");

              SlurmStage.edit(
                  world,
                  CLUSTER,
                  c -> c.getSpec().setMaintenance("downscaleAndOverwritePopulateJail"));
              world.await("no Job", () -> world.objects().find(Job.class, JOB).isEmpty());
              world.run(Duration.ofMinutes(2));
              assertThat(world.objects().find(Job.class, JOB)).isEmpty();
              world.objects().delete(Pod.class, ObjectKey.of(login));
              world.run(Duration.ofMinutes(1));
              assertThat(world.objects().find(Job.class, JOB)).isEmpty();
              world.objects().delete(Pod.class, ObjectKey.of(worker));
              world.await("a new Job", () -> world.objects().find(Job.class, JOB).isPresent());

              Job second = world.objects().fetch(Job.class, JOB);
              assertThat(second.getMetadata().getUid()).isNotEqualTo(first);
              assertThat(
                      second
                          .getSpec()
                          .getTemplate()
                          .getSpec()
                          .getContainers()
                          .getFirst()
                          .getEnv()
                          .getFirst()
                          .getValue())
                  .isEqualTo("1");
              world.run(Duration.ofMinutes(5));
              assertThat(world.objects().fetch(Job.class, JOB).getMetadata().getUid())
                  .isEqualTo(second.getMetadata().getUid());
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-render-11")
  void startsNothingInAJailThatIsNotFilled() {
    SlurmStage.prepared()
        .process("operator", SlurmWorld.operator(java.util.Map.of(), "--controllers=cluster"))
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              world.await("the Job", () -> world.objects().find(Job.class, JOB).isPresent());
              world.run(Duration.ofMinutes(5));
              assertThat(SlurmStage.names(world, StatefulSet.class)).isEmpty();
              assertThat(SlurmStage.phase(world, CLUSTER)).isEqualTo("Pending");

              Job job = world.objects().fetch(Job.class, JOB);
              job.setStatus(new JobStatusBuilder().withSucceeded(1).build());
              world.objects().updateStatus(job);
              // looked at every ten seconds
              world.await(
                  "the login nodes",
                  () -> SlurmStage.names(world, StatefulSet.class).contains("c-login"),
                  Duration.ofSeconds(11));
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-18")
  void keepsTheNamesOfAClusterOfAnEarlierVersion() {
    SlurmStage.quickWithForeignKinds("--controllers=cluster")
        .before(
            world -> {
              var old = new KruiseStatefulSet();
              old.getMetadata().setNamespace("slurm");
              old.getMetadata().setName("controller");
              old.getMetadata()
                  .setLabels(new TreeMap<>(java.util.Map.of("app.kubernetes.io/instance", "c")));
              old.getSpec().setReplicas(1);
              world.objects().create(old);
            })
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              SlurmStage.awaitAvailable(world, CLUSTER);
              assertThat(SlurmStage.names(world, KruiseStatefulSet.class))
                  .containsExactly("controller", "login");
              assertThat(SlurmStage.names(world, Deployment.class))
                  .containsExactly("sconfigcontroller");
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-15")
  void replacesWorkersWhenTheirMungeKeyChanges() {
    SlurmStage.quick("--controllers=cluster,nodeset")
        .restartMatters(
            "operator", "as upstream, an edit of an owned Secret is noticed by the next reconcile")
        .script(
            world -> {
              up(world);
              world
                  .objects()
                  .edit(
                      StatefulSet.class,
                      NODE_SET,
                      set -> set.getMetadata().getLabels().put("team", "ours"));
              String before = versions(world);
              Secret munge =
                  world
                      .objects()
                      .edit(
                          Secret.class,
                          ObjectKey.of("slurm", "c-munge"),
                          secret -> secret.getData().put("munge.key", "bmV3"));
              world.run(Duration.ofSeconds(1));
              SlurmStage.edit(
                  world,
                  CLUSTER,
                  c -> c.getMetadata().setLabels(new TreeMap<>(java.util.Map.of("a", "b"))));
              world.await("other versions", () -> !versions(world).equals(before));

              assertThat(versions(world))
                  .contains("slurm.c-munge: \"" + munge.getMetadata().getResourceVersion() + "\"");
              // replaced, not patched: what others had put there is gone
              assertThat(
                      world.objects().fetch(StatefulSet.class, NODE_SET).getMetadata().getLabels())
                  .doesNotContainKey("team");
            })
        .run(1);
  }

  // ---- fixtures

  private static void up(World world) throws Exception {
    SlurmStage.createSmallCluster(world);
    SlurmStage.createSmallNodeSet(world);
    SlurmStage.awaitAvailable(world, CLUSTER);
    world.await("the workers", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
    world.awaitSilence(Duration.ofMinutes(2));
  }

  /** The objects that the operator writes once all is up and then something is changed. */
  private static List<String> writesAfter(io.coxswain.sim.Script change) {
    var written = new java.util.ArrayList<String>();
    SlurmStage.quick("--controllers=cluster,nodeset")
        .script(
            world -> {
              up(world);
              var before = versionsOf(world);
              change.run(world);
              world.awaitSilence(Duration.ofMinutes(2));
              versionsOf(world)
                  .forEach(
                      (name, version) -> {
                        if (!version.equals(before.get(name))) {
                          written.add(name);
                        }
                      });
            })
        .run(1);
    return written;
  }

  /** By plural and name, the generation, or where there is none the version. */
  private static SortedMap<String, String> versionsOf(World world) throws Exception {
    var versions = new TreeMap<String, String>();
    for (var type : OWNED) {
      for (var object : world.objects().list(type, "slurm")) {
        Long generation = object.getMetadata().getGeneration();
        versions.put(
            io.coxswain.api.ResourceType.of(type).plural() + "/" + object.getMetadata().getName(),
            generation == null ? object.getMetadata().getResourceVersion() : generation.toString());
      }
    }
    return versions;
  }

  private static final List<Class<? extends io.fabric8.kubernetes.api.model.HasMetadata>> OWNED =
      List.of(
          ConfigMap.class,
          Secret.class,
          Service.class,
          StatefulSet.class,
          Deployment.class,
          Job.class,
          JailedConfig.class,
          io.fabric8.kubernetes.api.model.rbac.Role.class,
          io.fabric8.kubernetes.api.model.rbac.RoleBinding.class);

  private static int objects(World world) throws Exception {
    return versionsOf(world).size() + 1; // and the service account of the workers
  }

  private static String versions(World world) throws Exception {
    return Objects.requireNonNull(
        world
            .objects()
            .fetch(StatefulSet.class, NODE_SET)
            .getSpec()
            .getTemplate()
            .getMetadata()
            .getAnnotations()
            .get("versions"));
  }

  private static Pod pod(World world, String name, String label, String value) throws Exception {
    return world
        .objects()
        .create(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace("slurm")
                .withName(name)
                .addToLabels("app.kubernetes.io/instance", "c")
                .addToLabels(label, value)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("i")
                .endContainer()
                .endSpec()
                .build());
  }
}
