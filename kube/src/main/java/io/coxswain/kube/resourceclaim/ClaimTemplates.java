package io.coxswain.kube.resourceclaim;

import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Builds claims from templates. */
final class ClaimTemplates {
  /** Maximum length of a prefix, to which the API server adds five characters, in a name of 63. */
  private static final int MAX_LENGTH = 57;

  private ClaimTemplates() {}

  static ResourceClaim claim(Pod pod, String entry, ResourceClaimTemplate template) {
    ObjectMeta metadata = template.getSpec().getMetadata();
    var annotations = new TreeMap<>(orEmpty(metadata == null ? null : metadata.getAnnotations()));
    annotations.put(PodClaimsPlan.ENTRY, entry);
    OwnerReference owner = Owners.controlledBy(pod);
    owner.setBlockOwnerDeletion(null);
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace(pod.getMetadata().getNamespace())
        .withGenerateName(namePrefix(pod.getMetadata().getName(), entry))
        .withOwnerReferences(owner)
        .withLabels(metadata == null ? null : metadata.getLabels())
        .withAnnotations(annotations)
        .endMetadata()
        .withSpec(template.getSpec().getSpec())
        .build();
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> values) {
    return values == null ? Map.of() : values;
  }

  /** Truncates both names in proportion if they are too long together. */
  static String namePrefix(String pod, String entry) {
    String whole = pod + "-" + entry + "-";
    if (whole.length() <= MAX_LENGTH) {
      return whole;
    }
    return cut(pod, whole.length()) + "-" + cut(entry, whole.length());
  }

  private static String cut(String part, int whole) {
    return part.substring(0, part.length() * MAX_LENGTH / whole);
  }

  static boolean asksForAdminAccess(ResourceClaimTemplate template) {
    return anyRequest(
        template,
        request ->
            request.getExactly() != null
                && Boolean.TRUE.equals(request.getExactly().getAdminAccess()));
  }

  static boolean hasPrioritizedList(ResourceClaimTemplate template) {
    return anyRequest(
        template,
        request -> request.getFirstAvailable() != null && !request.getFirstAvailable().isEmpty());
  }

  private static boolean anyRequest(
      ResourceClaimTemplate template, Predicate<DeviceRequest> matches) {
    var spec = template.getSpec().getSpec();
    List<DeviceRequest> requests =
        spec == null || spec.getDevices() == null || spec.getDevices().getRequests() == null
            ? List.of()
            : spec.getDevices().getRequests();
    return requests.stream().anyMatch(matches);
  }
}
