package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.runtime.rotation.CertRotation;
import io.coxswain.runtime.rotation.RotationOptions;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A program that makes its own certificates. */
class CertRotationScenarioTest {
  private static final ObjectKey SECRET = ObjectKey.of("default", "webhook-certs");
  private static final Path FOLDER = Path.of("/certs");

  private final List<String> log = new ArrayList<>();
  private volatile boolean ready;
  private volatile boolean mounted;

  @Test
  @Scenario("runtime-33")
  void createsCaAndCertificateInjectsThemAndBecomesReady() {
    Simulation.named("rotation")
        .given(world -> world.objects().create(secret()))
        .process("manager", env -> run(env, options().files(FOLDER)))
        .script(
            world -> {
              world.await("certificates", () -> bundle(world) != null);
              Secret secret = world.objects().fetch(Secret.class, SECRET);
              Identity server =
                  Identity.parse(decode(secret, "tls.crt"), decode(secret, "tls.key"));
              X509Certificate authority = Pem.certificates(decode(secret, "ca.crt")).getFirst();
              X509Certificate leaf = server.chain().getFirst();
              leaf.verify(authority.getPublicKey());
              assertThat(authority.getSubjectX500Principal().getName())
                  .isEqualTo("CN=test-ca,O=test");
              assertThat(authority.getSerialNumber()).isZero();
              assertThat(leaf.getSerialNumber()).isOne();
              assertThat(leaf.getSubjectAlternativeNames())
                  .extracting(name -> String.valueOf(name.get(1)))
                  .containsExactly("webhook-service.default.svc", "other.example.com");
              assertThat(new String(decode(secret, "tls.key"), StandardCharsets.US_ASCII))
                  .startsWith("-----BEGIN RSA PRIVATE KEY-----");

              // No webhook configuration yet: nobody has been told whom to trust.
              world.run(Duration.ofMinutes(1));
              assertThat(ready).isFalse();

              world.objects().create(validating());
              world.objects().create(mutating());
              world.await("injection", () -> allTrust(world));
              assertThat(bundles(world)).hasSize(4);

              // The volume of the Secret does not show it yet.
              world.run(Duration.ofMinutes(1));
              assertThat(ready).isFalse();
              mounted = true;
              world.await("readiness", () -> ready);
              assertThat(log).containsExactly("ready");

              // Somebody empties an entry: it is filled again.
              world
                  .objects()
                  .edit(
                      ValidatingWebhookConfiguration.class,
                      ObjectKey.of("checks"),
                      c -> c.getWebhooks().get(1).getClientConfig().setCaBundle("AAAA"));
              world.await("mending", () -> allTrust(world));
            })
        .run(1);
  }

  @Test
  void renewsTheCertificateBeforeItExpiresAndKeepsTheCa() {
    Simulation.named("a year")
        .given(world -> world.objects().create(secret()))
        .process(
            "manager",
            env ->
                run(
                    env,
                    options()
                        .lifetimes(Duration.ofDays(3650), Duration.ofDays(20), Duration.ofDays(5))))
        .script(
            world -> {
              world.await("certificates", () -> bundle(world) != null);
              Secret first = world.objects().fetch(Secret.class, SECRET);
              world.run(Duration.ofDays(14));
              assertThat(world.objects().fetch(Secret.class, SECRET).getData())
                  .isEqualTo(first.getData());
              world.run(Duration.ofDays(2));
              Secret second = world.objects().fetch(Secret.class, SECRET);
              assertThat(second.getData().get("ca.crt")).isEqualTo(first.getData().get("ca.crt"));
              assertThat(second.getData().get("tls.crt"))
                  .isNotEqualTo(first.getData().get("tls.crt"));
            })
        .run(2);
  }

  @Test
  void twoReplicasAgree() {
    Simulation.named("two")
        .given(world -> world.objects().create(secret()))
        .process("one", env -> run(env, options()))
        .process("two", env -> run(env, options()))
        .script(
            world -> {
              world.objects().create(validating());
              world.objects().create(mutating());
              world.run(Duration.ofMinutes(1));
              String bundle = Objects.requireNonNull(bundle(world));
              assertThat(bundles(world)).hasSize(4).allMatch(bundle::equals);
              int writes = world.writes("one") + world.writes("two");
              world.run(Duration.ofHours(1));
              assertThat(world.writes("one") + world.writes("two")).isEqualTo(writes);
            })
        .run(3);
  }

  @Test
  void endsTheProgramWhenThereIsNoSecret() {
    Simulation.named("no secret")
        .process(
            "manager",
            env ->
                assertThatThrownBy(() -> run(env, options()))
                    .isInstanceOf(ManagerException.class)
                    .hasMessage(
                        "routine failed: could not refresh certificates in Secret"
                            + " default/webhook-certs: acquiring secret to update certificates:"
                            + " secrets \"webhook-certs\" not found"))
        .script(world -> world.await("the end", () -> !world.isRunning("manager")))
        .run(4);
  }

  private static RotationOptions options() {
    return CertRotation.of(SECRET, "webhook-service")
        .authority("test-ca", "test")
        .name("other.example.com")
        .mutating("defaults")
        .validating("checks");
  }

  private void run(Env env, RotationOptions options) throws ManagerException {
    Manager manager = Manager.builder(env).build();
    CertRotation rotation = options.addTo(manager);
    rotation.whenReady(() -> log.add("ready"));
    manager.add(
        new Manager.Routine() {
          @Override
          public void run() throws Exception {
            while (true) {
              ready = rotation.ready();
              if (mounted) {
                env.files().createDirectories(FOLDER);
                env.files().write(FOLDER.resolve("ca.crt"), new byte[1]);
              }
              env.clock().sleep(Duration.ofSeconds(7));
            }
          }
        });
    manager.run();
  }

  private static @org.jspecify.annotations.Nullable String bundle(World world) throws ApiException {
    Secret secret = world.objects().fetch(Secret.class, SECRET);
    return secret.getData() == null ? null : secret.getData().get("ca.crt");
  }

  private static List<String> bundles(World world) throws ApiException {
    var bundles = new ArrayList<String>();
    world
        .objects()
        .fetch(ValidatingWebhookConfiguration.class, ObjectKey.of("checks"))
        .getWebhooks()
        .forEach(w -> bundles.add(String.valueOf(w.getClientConfig().getCaBundle())));
    world
        .objects()
        .fetch(MutatingWebhookConfiguration.class, ObjectKey.of("defaults"))
        .getWebhooks()
        .forEach(w -> bundles.add(String.valueOf(w.getClientConfig().getCaBundle())));
    return bundles;
  }

  private static boolean allTrust(World world) throws ApiException {
    String wanted = bundle(world);
    return bundles(world).stream().allMatch(each -> each.equals(wanted));
  }

  private static byte[] decode(Secret secret, String name) {
    return Base64.getDecoder().decode(secret.getData().get(name));
  }

  private static Secret secret() {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(SECRET.namespace())
        .withName(SECRET.name())
        .endMetadata()
        .build();
  }

  private static ValidatingWebhookConfiguration validating() {
    var builder =
        new ValidatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName("checks")
            .endMetadata();
    for (String name : List.of("a.example.com", "b.example.com")) {
      builder
          .addNewWebhook()
          .withName(name)
          .withNewClientConfig()
          .withNewService("webhook-service", "default", "/x", 443)
          .endClientConfig()
          .withAdmissionReviewVersions("v1")
          .withSideEffects("None")
          .endWebhook();
    }
    return builder.build();
  }

  private static MutatingWebhookConfiguration mutating() {
    var builder =
        new MutatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName("defaults")
            .endMetadata();
    for (String name : List.of("a.example.com", "b.example.com")) {
      builder
          .addNewWebhook()
          .withName(name)
          .withNewClientConfig()
          .withNewService("webhook-service", "default", "/x", 443)
          .endClientConfig()
          .withAdmissionReviewVersions("v1")
          .withSideEffects("None")
          .endWebhook();
    }
    return builder.build();
  }
}
