package io.coxswain.kube.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Token Secrets and their accounts. */
class TokenScenarioTest {
  private static final String CA = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n";
  private static final ObjectKey BUILDER = ObjectKey.of("default", "builder");
  private static final ObjectKey TOKEN = ObjectKey.of("default", "builder-token");

  /** What a test does with a world in which the controller signs with the server's own key. */
  private interface Script {
    void run(io.coxswain.sim.World world) throws Exception;
  }

  private static void play(String name, Script script) {
    var key = new AtomicReference<byte[]>();
    Simulation.named(name)
        .network(Network.PROMPT)
        .before(world -> key.set(world.server().serviceAccountKey()))
        .process(
            Cluster.KCM,
            env -> {
              Manager manager =
                  Manager.builder(env).userAgent("kube-controller-manager/test").build();
              TokenController.register(
                  manager,
                  new TokenOptions(5, TokenSigner.of(Objects.requireNonNull(key.get())), CA));
              manager.run();
            })
        .script(script::run)
        .run(1);
  }

  private static <T> T read(Class<T> type, String yaml) throws IOException {
    return Json.yamlMapper().readValue(yaml, type);
  }

  private static Secret create(io.coxswain.sim.World world) throws Exception {
    return world
        .objects()
        .create(
            read(
                Secret.class,
                """
                metadata:
                  namespace: default
                  name: builder-token
                  annotations: {kubernetes.io/service-account.name: builder}
                type: kubernetes.io/service-account-token
                """));
  }

  private static ServiceAccount createAccount(io.coxswain.sim.World world) throws Exception {
    return world
        .objects()
        .create(
            read(
                ServiceAccount.class,
                """
                metadata: {namespace: default, name: builder}
                secrets: [{name: builder-token}, {name: other}]
                """));
  }

  private static Optional<Secret> secret(io.coxswain.sim.World world) throws ApiException {
    return world.objects().find(Secret.class, TOKEN);
  }

  private static String value(Secret secret, String key) {
    return new String(
        Base64.getDecoder().decode(secret.getData().getOrDefault(key, "")), StandardCharsets.UTF_8);
  }

  private static boolean isFilled(io.coxswain.sim.World world) throws ApiException {
    return secret(world).map(Secret::getData).filter(data -> data.containsKey("token")).isPresent();
  }

  @Test
  @Scenario("kcm-controllers-27")
  void fillsATokenSecretAndDeletesItWithItsAccount() {
    play(
        "token",
        world -> {
          ServiceAccount account = createAccount(world);
          create(world);
          world.await("a token", () -> isFilled(world));
          Secret filled = secret(world).orElseThrow();
          assertThat(value(filled, "ca.crt")).isEqualTo(CA);
          assertThat(value(filled, "namespace")).isEqualTo("default");
          assertThat(filled.getMetadata().getAnnotations())
              .containsEntry("kubernetes.io/service-account.uid", account.getMetadata().getUid());
          assertThat(whoIs(world, value(filled, "token")))
              .isEqualTo("system:serviceaccount:default:builder");

          world.objects().delete(ServiceAccount.class, BUILDER);
          world.await("it goes", () -> secret(world).isEmpty());
        });
  }

  @Test
  void theServerRecordsLastUseAndRejectsInvalidatedTokens() {
    play(
        "token-use",
        world -> {
          createAccount(world);
          create(world);
          world.await("a token", () -> isFilled(world));
          String token = value(secret(world).orElseThrow(), "token");
          assertThat(labels(world)).doesNotContainKey("kubernetes.io/legacy-token-last-used");

          assertThat(whoIs(world, token)).isEqualTo("system:serviceaccount:default:builder");
          String today = LocalDate.ofInstant(world.now(), ZoneOffset.UTC).toString();
          assertThat(labels(world)).containsEntry("kubernetes.io/legacy-token-last-used", today);
          String version = secret(world).orElseThrow().getMetadata().getResourceVersion();
          whoIs(world, token);
          assertThat(secret(world).orElseThrow().getMetadata().getResourceVersion())
              .isEqualTo(version);

          world
              .objects()
              .edit(
                  Secret.class,
                  TOKEN,
                  s ->
                      s.getMetadata()
                          .getLabels()
                          .put("kubernetes.io/legacy-token-invalid-since", today));
          assertThat(whoIs(world, token)).isEmpty();
        });
  }

  private static Map<String, String> labels(io.coxswain.sim.World world) throws ApiException {
    Map<String, String> labels = secret(world).orElseThrow().getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  /** Whom the API server takes the bearer for. */
  private static String whoIs(io.coxswain.sim.World world, String token) throws ApiException {
    JsonNode review =
        Json.tree(
            world
                .objects()
                .call(
                    ApiRequest.of("POST", "/apis/authentication.k8s.io/v1/tokenreviews")
                        .body(
                            "application/json",
                            """
                            {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview",
                             "spec": {"token": "%s"}}
                            """
                                .formatted(token)
                                .getBytes(StandardCharsets.UTF_8)))
                .body());
    return review.path("status").path("user").path("username").asText();
  }

  @Test
  void restoresRemovedData() {
    play(
        "put back",
        world -> {
          createAccount(world);
          create(world);
          world.await("a token", () -> isFilled(world));
          world
              .objects()
              .edit(Secret.class, TOKEN, secret -> secret.getData().put("ca.crt", "eA=="));
          world.await(
              "it is put right", () -> value(secret(world).orElseThrow(), "ca.crt").equals(CA));
        });
  }

  @Test
  void deletesATokenOfAMissingAccount() {
    play(
        "no account",
        world -> {
          create(world);
          world.await("it goes", () -> secret(world).isEmpty());
        });
  }

  @Test
  void removesTheReferenceToADeletedSecret() {
    play(
        "forget",
        world -> {
          createAccount(world);
          create(world);
          world.await("a token", () -> isFilled(world));
          world.objects().delete(Secret.class, TOKEN);
          world.await(
              "the account forgets it",
              () -> world.objects().fetch(ServiceAccount.class, BUILDER).getSecrets().size() == 1);
          world.awaitSilence(Duration.ofMinutes(1));
          assertThat(world.objects().fetch(ServiceAccount.class, BUILDER).getSecrets().getFirst())
              .extracting(reference -> reference.getName())
              .isEqualTo("other");
        });
  }
}
