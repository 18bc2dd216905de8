package io.coxswain.kube.resourceclaim;

import io.coxswain.api.ApiException;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts claims on each scrape, and those that were to be created. */
final class ResourceClaimMetrics {
  private static final Logger log = LoggerFactory.getLogger(ResourceClaimMetrics.class);
  private static final String FROM_TEMPLATE = "resource.kubernetes.io/pod-claim-name";

  private final Counter creations;

  ResourceClaimMetrics(Instruments instruments, Reader cache) {
    creations =
        instruments.counter(
            Stability.ALPHA,
            "resourceclaim_controller_creates_total",
            "Number of ResourceClaims creation requests, categorized by creation status and admin"
                + " access",
            "status",
            "admin_access");
    instruments.gauge(
        "resourceclaim_controller_resource_claims",
        "Number of ResourceClaims, categorized by allocation status, admin access, and source."
            + " Source can be 'resource_claim_template' (created from a template),"
            + " 'extended_resource' (extended resources), or empty (manually created by a user).",
        callback -> count(cache, callback),
        "allocated",
        "admin_access",
        "source");
  }

  void created(ResourceClaim claim) {
    creations.labelValues("success", Boolean.toString(hasAdminAccess(claim))).inc();
  }

  void notCreated(boolean adminAccess) {
    creations.labelValues("failure", Boolean.toString(adminAccess)).inc();
  }

  private static void count(Reader cache, GaugeWithCallback.Callback callback) {
    var numbers = new TreeMap<String, Integer>();
    try {
      for (ResourceClaim claim : cache.list(ResourceClaim.class).toList()) {
        boolean allocated = claim.getStatus() != null && claim.getStatus().getAllocation() != null;
        numbers.merge(
            allocated + "," + hasAdminAccess(claim) + "," + source(claim), 1, Integer::sum);
      }
    } catch (ApiException e) {
      log.atWarn().addKeyValue("err", e.getMessage()).log("Failed to count ResourceClaims");
    }
    numbers.forEach((labels, number) -> callback.call(number, labels.split(",", -1)));
  }

  private static String source(ResourceClaim claim) {
    Map<String, String> annotations = claim.getMetadata().getAnnotations();
    if (annotations == null) {
      return "";
    }
    if (annotations.containsKey(FROM_TEMPLATE)) {
      return "resource_claim_template";
    }
    return annotations.containsKey("resource.kubernetes.io/extended-resource-claim")
        ? "extended_resource"
        : "";
  }

  static boolean hasAdminAccess(ResourceClaim claim) {
    List<DeviceRequest> requests =
        claim.getSpec() == null || claim.getSpec().getDevices() == null
            ? null
            : claim.getSpec().getDevices().getRequests();
    return requests != null
        && requests.stream()
            .map(DeviceRequest::getExactly)
            .anyMatch(exact -> exact != null && Boolean.TRUE.equals(exact.getAdminAccess()));
  }
}
