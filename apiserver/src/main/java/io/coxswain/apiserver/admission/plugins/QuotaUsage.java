package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import java.util.Set;

/** What a write uses of the quotas of its namespace; each kind counts in its own way. */
interface QuotaUsage {

  /** Whether this write is counted at all. */
  boolean isCounted();

  /** Whether a limit of this name is about the kind. */
  boolean covers(String name);

  /** Whether the quota is about this object, going by its scopes. */
  boolean isInScope(JsonNode quota, JsonNode object);

  /** What an object uses. */
  Amounts of(JsonNode object);

  /** What must be said about the object because it is limited; empty when all is. */
  default String missing(Set<String> limited) {
    return "";
  }

  static QuotaUsage of(Attributes attributes) {
    return switch (attributes.kind().collection()) {
      case "pods" -> new PodUsage(attributes);
      case "services" -> new ServiceUsage(attributes);
      case "persistentvolumeclaims" -> new ClaimUsage(attributes);
      case "resourceclaims.resource.k8s.io" -> new DeviceUsage(attributes);
      default -> new CountUsage(attributes);
    };
  }
}
