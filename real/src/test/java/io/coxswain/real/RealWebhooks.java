package io.coxswain.real;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.ServingTls;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.HttpServer;
import io.coxswain.runtime.http.Request;
import io.coxswain.runtime.webhook.Webhooks;
import io.coxswain.sim.WebhookRoute;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks of a world. There is no network in which a service could be reached, so their
 * configurations are given an address on this machine instead of the service's name, as envtest
 * does.
 */
final class RealWebhooks implements AutoCloseable {
  private static final int MAX_SIZE = 8 << 20;

  private final RealServer server;
  private final Map<String, List<Replica>> services = new TreeMap<>();
  private @Nullable HttpServer front;

  private record Replica(BooleanSupplier up, Webhooks webhooks) {}

  RealWebhooks(RealServer server) {
    this.server = server;
  }

  WebhookRoute of(BooleanSupplier up) {
    return (namespace, service, webhooks, paths) -> {
      synchronized (services) {
        services
            .computeIfAbsent("/" + namespace + "/" + service, key -> new ArrayList<>())
            .addFirst(new Replica(up, webhooks));
      }
    };
  }

  /** The configuration with addresses that can be reached. */
  ApiRequest fitted(ApiRequest request) throws IOException {
    ObjectNode configuration = Json.tree(request.body());
    for (JsonNode hook : configuration.path("webhooks")) {
      if (hook.path("clientConfig") instanceof ObjectNode client && client.has("service")) {
        JsonNode service = client.path("service");
        client.put(
            "url",
            "https://127.0.0.1:"
                + port()
                + "/"
                + service.path("namespace").asText()
                + "/"
                + service.path("name").asText()
                + service.path("path").asText("/"));
        client.put(
            "caBundle", Base64.getEncoder().encodeToString(server.authority().certificatePem()));
        client.remove("service");
      }
    }
    return request.body("application/json", Json.bytes(configuration));
  }

  private int port() throws IOException {
    HttpServer listening = front;
    if (listening == null) {
      try {
        Identity identity = server.identity("127.0.0.1");
        listening =
            HttpServer.start(
                "127.0.0.1:0", this::answer, ServingTls.of(() -> identity, null), MAX_SIZE);
      } catch (GeneralSecurityException e) {
        throw new IOException(e);
      }
      front = listening;
    }
    return listening.port();
  }

  private EndpointResponse answer(Request request) {
    String[] parts = request.path().split("/", 4);
    Replica replica = find("/" + parts[1] + "/" + parts[2]);
    return replica == null
        ? EndpointResponse.text(503, "nobody stands behind this service")
        : new EndpointResponse(
            200, "application/json", replica.webhooks.call("/" + parts[3], request.body()));
  }

  private @Nullable Replica find(String service) {
    synchronized (services) {
      for (Replica replica : services.getOrDefault(service, List.of())) {
        if (replica.up.getAsBoolean()) {
          return replica;
        }
      }
      return null;
    }
  }

  @Override
  public void close() {
    HttpServer listening = front;
    if (listening != null) {
      listening.close();
    }
  }
}
