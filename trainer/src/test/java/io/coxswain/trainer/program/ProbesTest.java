package io.coxswain.trainer.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.bundle.Crds;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.config.ControllerManagerOptions;
import io.coxswain.runtime.config.RateLimit;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Health and readiness of the program, over real sockets. */
class ProbesTest {
  private static final String ANY_PORT = "127.0.0.1:0";
  private static final int MAX_TRIES = 20_000;

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  @Scenario("trainer-34")
  void isAliveAtOnceAndReadyOnceCertificatesExist() throws Exception {
    Env env = Env.production();
    try (ApiServer server = ApiServer.create(env, ApiServerOptions.plain())) {
      ApiTransport api = server.transport("admin", List.of("system:masters"));
      install(api);
      Manager manager =
          TrainerProgram.prepare(env.withApi(api), settings(), "host", TrainerWebhooks.NAMESPACE)
              .manager();
      Task running = env.tasks().spawn("trainer", manager::run);
      String address = "http://127.0.0.1:" + port(manager);

      assertThat(get(address + "/healthz").statusCode()).isEqualTo(200);
      HttpResponse<String> early = get(address + "/readyz?verbose");
      assertThat(early.statusCode()).isEqualTo(500);
      assertThat(early.body()).contains("[-]readyz failed");
      assertThat(get(address + "/readyz/readyz").body()).contains("certificates are not ready");

      for (HasMetadata configuration :
          TrainerWebhooks.configurations(TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE)) {
        create(api, configuration);
      }
      assertThat(becomes(200, address + "/readyz")).isTrue();

      manager.stop();
      running.join();
    }
  }

  private static Settings settings() throws Exception {
    Flags flags = Settings.flags();
    flags.parse(List.of());
    Settings read = Settings.of(flags, Env.production().files());
    ControllerManagerOptions defaults = read.manager();
    return new Settings(
        new ControllerManagerOptions(
            new ControllerManagerOptions.Webhook(0, "127.0.0.1", defaults.webhook().certificates()),
            new ControllerManagerOptions.Metrics("0", false, null, false),
            new ControllerManagerOptions.Health(
                ANY_PORT, defaults.health().readiness(), defaults.health().liveness()),
            defaults.election(),
            defaults.certManagement(),
            new RateLimit(1000, 1000),
            defaults.tls(),
            defaults.shards()),
        read.workers(),
        read.statusServer(),
        read.gates());
  }

  private static int port(Manager manager) {
    int port = manager.port(ANY_PORT);
    for (long tries = 0; port <= 0 && tries < 1_000_000_000L; tries++) {
      Thread.onSpinWait();
      port = manager.port(ANY_PORT);
    }
    return port;
  }

  private boolean becomes(int status, String url) throws Exception {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      if (get(url).statusCode() == status) {
        return true;
      }
    }
    return false;
  }

  private HttpResponse<String> get(String url) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static void install(ApiTransport api) throws Exception {
    for (var definition : Crds.training()) {
      api.call(
          ApiRequest.of("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
              .body("application/json", Json.bytes(definition)));
    }
    create(
        api,
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(TrainerWebhooks.NAMESPACE)
            .endMetadata()
            .build());
    create(
        api,
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(TrainerWebhooks.NAMESPACE)
            .withName("kubeflow-trainer-webhook-cert")
            .endMetadata()
            .build());
  }

  private static void create(ApiTransport api, HasMetadata object) throws Exception {
    String namespace = object.getMetadata().getNamespace();
    var answer =
        api.call(
            ApiRequest.of(
                    "POST",
                    ResourceType.of(object.getClass()).path(namespace == null ? "" : namespace))
                .body("application/json", Json.bytes(object)));
    assertThat(answer.status()).isEqualTo(201);
  }
}
