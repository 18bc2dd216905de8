package io.coxswain.trainer.program;

import static io.coxswain.trainer.TrainerWorld.TJ;
import static io.coxswain.trainer.TrainerWorld.awaitJobSet;
import static io.coxswain.trainer.TrainerWorld.job;
import static io.coxswain.trainer.TrainerWorld.jobSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.evidence.TestData;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Serving;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.AdmittedWorld;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The whole program, certificates and all. */
class TrainerProgramScenarioTest {
  private static final ObjectKey SECRET =
      ObjectKey.of("kubeflow-system", "kubeflow-trainer-webhook-cert");

  @Test
  void makesCertificatesThenAdmitsAndRunsJobs() {
    simulation("program", "--feature-gates=TrainJobStatus=false")
        .script(
            world -> {
              world.await("certificates", () -> !bundle(world).isEmpty());
              assertThat(bundle(world)).isEqualTo(secret(world).getData().get("ca.crt"));
              X509Certificate authority = certificate(world, "ca.crt");
              assertThat(authority.getSubjectX500Principal().getName())
                  .isEqualTo("CN=kubeflow-trainer-ca,O=kubeflow-trainer");
              assertThat(certificate(world, "tls.crt").getSubjectX500Principal().getName())
                  .isEqualTo("CN=kubeflow-trainer-controller-manager.kubeflow-system.svc");
              world.run(Duration.ofSeconds(5));

              world.objects().create(job("trainer: {numNodes: 2}"));

              awaitJobSet(world);
            })
        .run(1);
  }

  @Test
  @Scenario("trainer-35")
  void certificatesAreReplacedBeforeTheyEnd() {
    // What the first process makes is as old as its clock is late.
    renewal("an old certificate", Duration.ofDays(300), true);
    renewal("an old authority", Duration.ofDays(3600), false);
  }

  private static void renewal(String name, Duration age, boolean sameAuthority) {
    simulation(name, "--feature-gates=")
        .clock("trainer", age.negated())
        .script(
            world -> {
              world.await("certificates", () -> !bundle(world).isEmpty());
              String bundle = bundle(world);
              String served = secret(world).getData().get("tls.crt");
              world.kill("trainer");

              world.startServing("successor", program("--feature-gates="));
              world.await(
                  "a new certificate",
                  () ->
                      !Objects.requireNonNull(secret(world).getData().get("tls.crt"))
                          .equals(served));
              world.await(
                  "trust", () -> bundle(world).equals(secret(world).getData().get("ca.crt")));

              assertThat(bundle(world).equals(bundle)).isEqualTo(sameAuthority);
              certificate(world, "tls.crt").verify(certificate(world, "ca.crt").getPublicKey());
              assertThat(certificate(world, "tls.crt").getNotAfter().toInstant())
                  .isAfter(world.now().plus(Duration.ofDays(360)));
            })
        .run(1);
  }

  @Test
  @Scenario("trainer-36")
  void withTheGateOnPodsCanReport() {
    simulation("gate", "--feature-gates=TrainJobStatus=true")
        .script(
            world -> {
              world.await("certificates", () -> !bundle(world).isEmpty());
              world.run(Duration.ofSeconds(5));
              world.objects().create(job("trainer: {numNodes: 1}"));
              awaitJobSet(world);

              var pod =
                  jobSet(world)
                      .orElseThrow()
                      .getSpec()
                      .getReplicatedJobs()
                      .getFirst()
                      .getTemplate()
                      .getSpec()
                      .getTemplate()
                      .getSpec();
              assertThat(pod.getContainers().getFirst().getEnv())
                  .extracting(e -> e.getName() + "=" + e.getValue())
                  .contains(
                      "KUBEFLOW_TRAINER_SERVER_URL=https://kubeflow-trainer-controller-manager.kubeflow-system.svc:10443/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs/tj/status",
                      "KUBEFLOW_TRAINER_SERVER_CA_CERT=/var/run/secrets/kubeflow/trainer/ca.crt",
                      "KUBEFLOW_TRAINER_SERVER_TOKEN=/var/run/secrets/kubeflow/trainer/token");
              assertThat(pod.getVolumes())
                  .singleElement()
                  .satisfies(
                      v -> {
                        assertThat(v.getName()).isEqualTo("kubeflow-trainer-token");
                        var token = v.getProjected().getSources().getFirst();
                        assertThat(token.getServiceAccountToken().getAudience())
                            .isEqualTo(
                                "trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs/tj/status");
                        assertThat(token.getServiceAccountToken().getExpirationSeconds())
                            .isEqualTo(3600);
                      });
              assertThat(
                      world
                          .objects()
                          .fetch(ConfigMap.class, TJ.sibling("tj-tls-config"))
                          .getData()
                          .get("ca.crt"))
                  .startsWith("-----BEGIN CERTIFICATE-----");
              assertThat(world.objects().fetch(TrainJob.class, TJ)).isNotNull();
            })
        .run(1);
  }

  @Test
  void startsAndElectsALeaderWithTheShippedConfiguration() throws Exception {
    Flags flags = Settings.flags();
    flags.parse(List.of("--config=" + TestData.root().resolve("deploy/trainer/config.yaml")));
    Settings settings = Settings.of(flags, Env.production().files());

    simulation("shipped", program(settings))
        .script(
            world -> {
              world.await("certificates", () -> !bundle(world).isEmpty());
              world.objects().create(job("trainer: {numNodes: 1}"));

              awaitJobSet(world);

              var lease =
                  world
                      .objects()
                      .fetch(Lease.class, ObjectKey.of("kubeflow-system", "trainer.kubeflow.org"));
              assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(15);
              assertThat(lease.getSpec().getHolderIdentity()).startsWith("host_");
            })
        .run(1);
  }

  private static Simulation simulation(String name, String flag) {
    return simulation(name, program(flag));
  }

  private static Simulation simulation(String name, Serving program) {
    return Simulation.named(name)
        .given(TrainerWorld::install)
        .before(AdmittedWorld::configure)
        .before(TrainerProgramScenarioTest::install)
        .serving("trainer", program);
  }

  private static Serving program(String flag) {
    return (env, route) -> {
      Flags flags = Settings.flags();
      flags.parse(List.of(flag));
      program(Settings.of(flags, env.files())).run(env, route);
    };
  }

  private static Serving program(Settings settings) {
    return (env, route) -> {
      Manager manager = TrainerProgram.start(env, settings.withoutServers(), "host");
      route.serve(
          TrainerWebhooks.NAMESPACE,
          TrainerWebhooks.SERVICE,
          manager.webhooks(),
          TrainerWebhooks.PATHS);
      manager.run();
    };
  }

  private static void install(World world) throws Exception {
    world
        .objects()
        .create(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(SECRET.namespace())
                .endMetadata()
                .build());
    world
        .objects()
        .create(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(SECRET.namespace())
                .withName(SECRET.name())
                .endMetadata()
                .build());
  }

  private static Secret secret(World world) throws Exception {
    return world.objects().fetch(Secret.class, SECRET);
  }

  private static X509Certificate certificate(World world, String name) throws Exception {
    return Pem.certificates(Base64.getDecoder().decode(secret(world).getData().get(name)))
        .getFirst();
  }

  private static String bundle(World world) throws Exception {
    String bundle =
        world
            .objects()
            .fetch(ValidatingWebhookConfiguration.class, ObjectKey.of(TrainerWebhooks.VALIDATING))
            .getWebhooks()
            .getFirst()
            .getClientConfig()
            .getCaBundle();
    return bundle == null ? "" : bundle;
  }
}
