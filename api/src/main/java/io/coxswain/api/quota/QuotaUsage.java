package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Set;

/** The usage of quotas by an object; each kind counts in its own way. */
public interface QuotaUsage {

  /** Whether a limit with this name applies to the kind. */
  boolean covers(String name);

  /** Whether the scopes of the quota select this object. */
  boolean isInScope(JsonNode quota, JsonNode object);

  /** The usage of an object at a point in time. */
  Amounts of(JsonNode object, Instant now);

  /**
   * The resources that the object must specify because they are limited; empty if none are missing.
   */
  default String missing(JsonNode object, Set<String> limited) {
    return "";
  }

  /** The usage of a kind, by its plural with its group. */
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
