package io.coxswain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * The objects that {@code kubeadm join} reads, and the permissions of bootstrap tokens, nodes and
 * the API server's kubelet client. Applied at each start, because the address may have changed.
 */
final class JoinObjects {
  static final String CLUSTER_INFO = "/api/v1/namespaces/kube-public/configmaps/cluster-info";
  private static final String FILE = "join-objects.yaml";
  private static final Map<String, String> COLLECTIONS =
      Map.of(
          "ConfigMap", "/api/v1/namespaces/%s/configmaps",
          "Role", "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/roles",
          "RoleBinding", "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/rolebindings",
          "ClusterRole", "/apis/rbac.authorization.k8s.io/v1/clusterroles",
          "ClusterRoleBinding", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings");

  private JoinObjects() {}

  /** Applies all of them, as the manager {@code coxswain}. */
  static void apply(ApiTransport admin, HttpsServer front) {
    try {
      String url = front.advertisedUrl();
      String text =
          template()
              .replace("$(CA)", base64(front.authority()))
              .replace("$(ENDPOINT)", URI.create(url).getAuthority());
      try (MappingIterator<JsonNode> documents =
          Json.yamlMapper().readerFor(JsonNode.class).readValues(text)) {
        while (documents.hasNext()) {
          apply(admin, (ObjectNode) documents.next());
        }
      }
    } catch (IOException e) {
      throw new CommandException(
          "failed to write the objects that nodes need to join: " + e.getMessage());
    }
  }

  private static void apply(ApiTransport admin, ObjectNode object) throws IOException {
    String collection = COLLECTIONS.get(object.path("kind").asText());
    if (collection == null) {
      throw new IllegalStateException("no path for kind " + object.path("kind").asText());
    }
    String path =
        collection.formatted(object.at("/metadata/namespace").asText())
            + "/"
            + object.at("/metadata/name").asText();
    ApiResponse response =
        admin.call(
            ApiRequest.of("PATCH", path)
                .with("fieldManager", "coxswain")
                .with("force", "true")
                .body("application/apply-patch+yaml", Json.bytes(object)));
    if (!response.ok()) {
      throw new IOException(path + ": " + Json.tree(response.body()).path("message").asText());
    }
  }

  private static String template() throws IOException {
    try (InputStream in = JoinObjects.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
