package io.coxswain.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a cached pod costs, in a process of its own that follows a server over HTTPS. */
@Timeout(300)
class PodMemoryTest {
  private static final int PODS = 10_000;

  @Test
  @Scenario("runtime-40")
  void tenThousandTrainingPodsTakeFiveKilobytesEachAndNoMoreWhileTheyCome(@TempDir Path folder)
      throws Exception {
    Env env = Env.production();
    ApiServer server = ApiServer.create(env);
    fill(server.transport("test", List.of("system:masters")));
    try (HttpsServer front = HttpsServer.start(env, server, 0)) {
      Path kubeconfig = folder.resolve("kubeconfig");
      front.writeKubeconfig(kubeconfig);

      Map<String, Double> found =
          RuntimeBench.own()
              .measure(
                  folder,
                  RuntimeBench.SIMPLE,
                  "memory",
                  kubeconfig.toString(),
                  Integer.toString(PODS));

      assertThat(found).containsKeys("fresh", "heap", "peak", "steady");
      assertThat(found.getOrDefault("fresh", Double.MAX_VALUE)).isLessThanOrEqualTo(5_000);
      assertThat(found.getOrDefault("heap", Double.MAX_VALUE))
          .as("once they are compressed")
          .isLessThanOrEqualTo(1_000);
      assertThat(found.getOrDefault("peak", Double.MAX_VALUE) / found.getOrDefault("steady", 1.0))
          .isLessThanOrEqualTo(1.2);
    }
  }

  private static void fill(ApiTransport api) throws Exception {
    var objects = new ArrayList<ApiRequest>();
    objects.add(post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"bench\"}}"));
    objects.add(
        ApiRequest.of("POST", "/api/v1/namespaces/bench/configmaps")
            .body("application/json", Pods.configMap("c0")));
    for (int i = 0; i < PODS; i++) {
      objects.add(
          ApiRequest.of("POST", "/api/v1/namespaces/bench/pods")
              .body("application/json", Pods.pod("p" + i, "")));
    }
    for (ApiRequest request : objects) {
      assertThat(api.call(request).status()).isEqualTo(201);
    }
  }

  private static ApiRequest post(String path, String json) {
    return ApiRequest.of("POST", path)
        .body("application/json", json.getBytes(StandardCharsets.UTF_8));
  }
}
