package io.coxswain.apiserver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses and ports that a crash left behind are free again after a restart. */
final class AllocationRepairTest {
  private static final String SERVICES = "/api/v1/namespaces/default/services";
  private static final String ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";

  @TempDir private Path folder;

  private ApiServer open() throws IOException {
    return ApiServer.open(Env.production(), ApiServerOptions.plain(), folder.resolve("data"));
  }

  private static ApiResponse call(ApiServer server, ApiRequest request) throws IOException {
    return server.transport("admin", List.of("system:masters")).call(request);
  }

  private static ApiResponse create(ApiServer server, String name) throws IOException {
    String service =
        """
        {"metadata": {"name": "%s"}, "spec": {"type": "NodePort", "clusterIP": "10.96.7.7",
         "ports": [{"port": 80, "nodePort": 30500}]}}
        """
            .formatted(name);
    return call(
        server,
        ApiRequest.of("POST", SERVICES)
            .body("application/json", service.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> addresses(ApiServer server) throws IOException {
    return Json.tree(call(server, ApiRequest.get(ADDRESSES)).body())
        .path("items")
        .findValuesAsText("name")
        .stream()
        .filter(name -> name.startsWith("10.96."))
        .toList();
  }

  /** As if the server had ended before the release of what the service used. */
  private static void vanish(ApiServer server, String name) throws Exception {
    ObjectKey key = ObjectKey.of("default", name);
    Stored service = requireNonNull(server.store().head().find("services", key));
    var _ =
        server
            .store()
            .remove(
                "services",
                key,
                service,
                revision -> {
                  ObjectNode tree = service.tree();
                  tree.withObject("/metadata").put("resourceVersion", Long.toString(revision));
                  return new Stored(
                      service.key(),
                      service.uid(),
                      revision,
                      service.labels(),
                      service.fields(),
                      Json.bytes(tree));
                },
                new Origin("delete", "test", "test"));
  }

  @Test
  void releasesWhatNoServiceUses() throws Exception {
    try (ApiServer server = open()) {
      assertThat(create(server, "lost").status()).isEqualTo(201);
      vanish(server, "lost");
      assertThat(addresses(server)).contains("10.96.7.7");
      assertThat(create(server, "next").status()).as("still taken").isEqualTo(422);
    }

    try (ApiServer server = open()) {
      assertThat(addresses(server)).containsExactly("10.96.0.1");
      assertThat(create(server, "next").status()).isEqualTo(201);
    }
  }

  @Test
  void keepsWhatIsUsedAndWhatUsersCreated() throws Exception {
    String own =
        """
        {"metadata": {"name": "10.96.9.9"}, "spec": {"parentRef": {"resource": "things",
         "group": "example.com", "name": "x"}}}
        """;
    try (ApiServer server = open()) {
      assertThat(create(server, "used").status()).isEqualTo(201);
      assertThat(
              call(
                      server,
                      ApiRequest.of("POST", ADDRESSES)
                          .body("application/json", own.getBytes(StandardCharsets.UTF_8)))
                  .status())
          .isEqualTo(201);
    }

    try (ApiServer server = open()) {
      assertThat(addresses(server)).containsExactly("10.96.0.1", "10.96.7.7", "10.96.9.9");
      assertThat(create(server, "other").status()).isEqualTo(422);
    }
  }
}
