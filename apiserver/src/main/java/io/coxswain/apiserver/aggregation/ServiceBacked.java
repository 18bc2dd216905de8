package io.coxswain.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.webhook.ServiceReference;
import io.coxswain.apiserver.rest.BackendIdentity;
import io.coxswain.apiserver.store.Stored;
import java.util.Base64;
import java.util.List;

/**
 * A parsed APIService whose group version another server serves.
 *
 * @param available whether the last check found the server
 */
record ServiceBacked(
    Stored stored,
    String name,
    String group,
    String version,
    ServiceReference service,
    String caBundle,
    boolean insecure,
    int groupPriority,
    int versionPriority,
    boolean available) {

  /** Whether the APIService names a service. */
  static boolean is(JsonNode tree) {
    return tree.at("/spec/service").isObject();
  }

  static ServiceBacked of(Stored stored, JsonNode tree) {
    JsonNode spec = tree.path("spec");
    boolean available = false;
    for (JsonNode condition : tree.at("/status/conditions")) {
      available |=
          condition.path("type").asText().equals("Available")
              && condition.path("status").asText().equals("True");
    }
    return new ServiceBacked(
        stored,
        stored.key().name(),
        spec.path("group").asText(),
        spec.path("version").asText(),
        new ServiceReference(
            spec.at("/service/namespace").asText(),
            spec.at("/service/name").asText(),
            spec.at("/service/port").asInt(443)),
        spec.path("caBundle").asText(),
        spec.path("insecureSkipTLSVerify").asBoolean(),
        spec.path("groupPriorityMinimum").asInt(),
        spec.path("versionPriority").asInt(),
        available);
  }

  String path() {
    return "/apis/" + group + "/" + version;
  }

  /** How the server is verified, and which headers identify the caller. */
  BackendIdentity identity(List<BackendIdentity.Header> headers) {
    byte[] bundle = caBundle.isEmpty() ? new byte[0] : Base64.getDecoder().decode(caBundle);
    return new BackendIdentity(service.host(), bundle, insecure, headers);
  }

  /** For checks: as upstream, the certificate does not matter. */
  BackendIdentity unverified(List<BackendIdentity.Header> headers) {
    return new BackendIdentity(service.host(), new byte[0], true, headers);
  }
}
