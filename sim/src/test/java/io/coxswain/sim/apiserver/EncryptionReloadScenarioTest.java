package io.coxswain.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.sim.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** {@code --encryption-provider-config-automatic-reload}: a key is rotated without a restart. */
final class EncryptionReloadScenarioTest {
  private static final Path CONFIG = Path.of("/etc/encryption.yaml");
  private static final Path DATA = Path.of("/data");
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";
  private static final String RELOADS =
      "apiserver_encryption_config_controller_automatic_reloads_total";

  /** What is done with a server. */
  private interface Story {
    void run(Env env, ApiServer server) throws Exception;
  }

  private static void play(Story story) {
    var done = new AtomicBoolean();
    Simulation.named("encryption reload")
        .process(
            "server",
            env -> {
              env.files().createDirectories(CONFIG.resolveSibling("."));
              configure(env, key("first", 1));
              try (ApiServer server = open(env)) {
                story.run(env, server);
              }
              done.set(true);
              env.clock().sleep(Duration.ofSeconds(1)); // a moment in which the script looks
              env.clock().sleep(Duration.ofDays(1));
            })
        .script(world -> world.await("the end", done::get, Duration.ofHours(1)))
        .run(1);
  }

  private static ApiServer open(Env env) throws IOException {
    return ApiServer.open(
        env,
        ApiServerOptions.plain().withEncryption(new ApiServerOptions.EncryptionFile(CONFIG, true)),
        DATA);
  }

  private static String key(String name, int filler) {
    byte[] secret = new byte[32];
    secret[31] = (byte) filler;
    return "{name: %s, secret: %s}".formatted(name, Base64.getEncoder().encodeToString(secret));
  }

  private static void configure(Env env, String keys) throws IOException {
    env.files()
        .write(
            CONFIG,
            """
            apiVersion: apiserver.config.k8s.io/v1
            kind: EncryptionConfiguration
            resources:
            - resources: [secrets]
              providers: [{aescbc: {keys: [%s]}}]
            """
                .formatted(keys)
                .getBytes(StandardCharsets.UTF_8));
  }

  private static int call(ApiServer server, ApiRequest request) throws IOException {
    return server.transport("admin", List.of("system:masters")).call(request).status();
  }

  private static int create(ApiServer server, String name) throws IOException {
    String secret = "{\"metadata\":{\"name\":\"" + name + "\"},\"stringData\":{\"p\":\"w\"}}";
    return call(
        server,
        ApiRequest.of("POST", SECRETS)
            .body("application/json", secret.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean occurs(Env env, String text) throws IOException {
    for (Path file : env.files().list(DATA)) {
      if (new String(env.files().read(file), StandardCharsets.ISO_8859_1).contains(text)) {
        return true;
      }
    }
    return false;
  }

  private static String metrics(ApiServer server) {
    return new String(
        server.metrics().answer(ApiRequest.get("/metrics")).orElseThrow().body(),
        StandardCharsets.UTF_8);
  }

  @Test
  void aChangedFileTakesEffectAndAllObjectsAreRewritten() {
    play(
        (env, server) -> {
          assertThat(create(server, "before")).isEqualTo(201);
          assertThat(occurs(env, ":first:")).isTrue();

          configure(env, key("second", 2) + ", " + key("first", 1));
          env.clock().sleep(Duration.ofSeconds(61));

          assertThat(create(server, "after")).isEqualTo(201);
          env.clock().sleep(Duration.ofSeconds(1));
          assertThat(occurs(env, ":second:")).isTrue();
          assertThat(occurs(env, ":first:")).as("rewritten with the new key").isFalse();
          assertThat(metrics(server)).contains(RELOADS + "{status=\"success\"} 1.0\n");
          server.close();

          configure(env, key("second", 2));
          try (ApiServer next = open(env)) {
            assertThat(call(next, ApiRequest.get(SECRETS + "/before"))).isEqualTo(200);
            assertThat(call(next, ApiRequest.get(SECRETS + "/after"))).isEqualTo(200);
          }
        });
  }

  @Test
  void aFileThatCannotBeUsedLeavesTheLastOneInEffect() {
    play(
        (env, server) -> {
          configure(env, "{name: second, secret: short}");
          env.clock().sleep(Duration.ofSeconds(181));

          assertThat(create(server, "later")).isEqualTo(201);
          assertThat(occurs(env, ":first:")).isTrue();
          assertThat(metrics(server))
              .contains(RELOADS + "{status=\"failure\"} 3.0\n")
              .doesNotContain(RELOADS + "{status=\"success\"}");
        });
  }

  @Test
  void anUnchangedFileIsNotReloaded() {
    play(
        (env, server) -> {
          env.clock().sleep(Duration.ofMinutes(5));

          assertThat(metrics(server)).doesNotContain(RELOADS + "{");
        });
  }
}
