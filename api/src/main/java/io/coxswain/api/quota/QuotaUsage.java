package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Set;

/** What an object uses of the quotas of its namespace; each kind counts in its own way. */
public interface QuotaUsage {

  /** Whether a limit of this name is about the kind. */
  boolean covers(String name);

  /** Whether the quota is about this object, going by its scopes. */
  boolean isInScope(JsonNode quota, JsonNode object);

  /** What an object uses at a time. */
  Amounts of(JsonNode object, Instant now);

  /** What must be said about the object because it is limited; empty when all is. */
  default String missing(JsonNode object, Set<String> limited) {
    return "";
  }

  /** How a kind counts, by its plural with its group. */
  static QuotaUsage of(String collection) {
    return switch (collection) {
      case "pods" -> new PodUsage();
      case "services" -> new ServiceUsage();
      case "persistentvolumeclaims" -> new ClaimUsage();
      case "resourceclaims.resource.k8s.io" -> new DeviceUsage();
      default -> new CountUsage(collection);
    };
  }
}
