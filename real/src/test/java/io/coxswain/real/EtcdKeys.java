package io.coxswain.real;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that an API server has stored, and the way back to it. Written past the server: finalizers,
 * grace periods and missing controllers hold nothing up, and its watches see the changes.
 */
final class EtcdKeys {
  private static final String ALL = "/registry/";

  /**
   * Never touched: what the server itself renews, and definitions with their API services, which
   * take a server seconds to serve.
   */
  private static final List<String> KEPT =
      List.of(
          "/registry/masterleases/",
          "/registry/leases/kube-system/apiserver-",
          "/registry/peerserverleases/",
          "/registry/apiextensions.k8s.io/customresourcedefinitions/",
          "/registry/apiregistration.k8s.io/apiservices/");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI base;
  private SortedMap<String, Stored> beginning = new TreeMap<>();

  private record Stored(String value, String revision) {}

  EtcdKeys(String address) {
    this.base = URI.create(address);
  }

  /** Takes what is there now as the beginning. */
  void remember() throws IOException {
    beginning = read(false);
  }

  /** Goes back to the beginning. */
  void restore() throws IOException {
    SortedMap<String, Stored> now = read(true);
    ArrayNode steps = Json.MAPPER.createArrayNode();
    for (var entry : now.entrySet()) {
      Stored first = beginning.get(entry.getKey());
      if (first == null) {
        steps.addObject().putObject("requestDeleteRange").put("key", encode(entry.getKey()));
      } else if (!first.revision.equals(entry.getValue().revision)) {
        put(steps, entry.getKey(), first);
      }
    }
    beginning.forEach(
        (key, first) -> {
          if (!now.containsKey(key)) {
            put(steps, key, first);
          }
        });
    if (steps.isEmpty()) {
      return;
    }
    ObjectNode transaction = Json.MAPPER.createObjectNode();
    transaction.set("success", steps);
    var _ = call("/v3/kv/txn", transaction);
    remember();
  }

  private static void put(ArrayNode steps, String key, Stored first) {
    steps.addObject().putObject("requestPut").put("key", encode(key)).put("value", first.value);
  }

  private SortedMap<String, Stored> read(boolean keysOnly) throws IOException {
    ObjectNode range = Json.MAPPER.createObjectNode();
    range.put("key", encode(ALL)).put("range_end", encode("/registry0"));
    range.put("keys_only", keysOnly);
    var found = new TreeMap<String, Stored>();
    for (JsonNode pair : call("/v3/kv/range", range).path("kvs")) {
      String key =
          new String(Base64.getDecoder().decode(pair.path("key").asText()), StandardCharsets.UTF_8);
      if (KEPT.stream().noneMatch(key::startsWith)) {
        found.put(key, new Stored(pair.path("value").asText(), pair.path("mod_revision").asText()));
      }
    }
    return found;
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private JsonNode call(String path, ObjectNode body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)))
            .build();
    try {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != 200) {
        throw new IOException(
            "etcd: " + path + ": " + new String(response.body(), StandardCharsets.UTF_8));
      }
      return Json.tree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
