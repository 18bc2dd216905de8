package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Quantities;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;

/** Claims count by number and by size, in total and per class. */
final class ClaimUsage implements QuotaUsage {
  private static final String PER_CLASS = ".storageclass.storage.k8s.io/";
  private static final List<String> NAMES = List.of("persistentvolumeclaims", "requests.storage");

  @Override
  public boolean covers(String name) {
    return name.equals("count/persistentvolumeclaims")
        || NAMES.contains(name)
        || NAMES.stream().anyMatch(each -> name.endsWith(PER_CLASS + each));
  }

  @Override
  public boolean isInScope(JsonNode quota, JsonNode claim) {
    return QuotaScope.of(quota).stream()
        .allMatch(
            scope ->
                scope.name().equals("VolumeAttributesClass")
                    && scope.selects(claim.at("/spec/volumeAttributesClassName").asText("")));
  }

  @Override
  public Amounts of(JsonNode claim, Instant now) {
    Amounts amounts = Amounts.none();
    amounts.set("count/persistentvolumeclaims", "1");
    amounts.set("persistentvolumeclaims", "1");
    JsonNode annotation =
        claim.at("/metadata/annotations").path("volume.beta.kubernetes.io/storage-class");
    String name =
        annotation.isTextual()
            ? annotation.asText()
            : claim.at("/spec/storageClassName").asText("");
    if (!name.isEmpty()) {
      amounts.set(name + PER_CLASS + "persistentvolumeclaims", "1");
    }
    String size = size(claim);
    if (!size.isEmpty()) {
      amounts.set("requests.storage", size);
      if (!name.isEmpty()) {
        amounts.set(name + PER_CLASS + "requests.storage", size);
      }
    }
    return amounts;
  }

  /** The requested size, or the allocated one if that is larger. */
  private static String size(JsonNode claim) {
    String requested = claim.at("/spec/resources/requests/storage").asText("");
    String allocated = claim.at("/status/allocatedResources/storage").asText("");
    String size =
        !requested.isEmpty()
                && Quantities.value(allocated.isEmpty() ? "0" : allocated)
                        .compareTo(Quantities.value(requested))
                    > 0
            ? allocated
            : requested;
    boolean whole = size.isEmpty() || Quantities.value(size).stripTrailingZeros().scale() <= 0;
    return whole ? size : Quantities.value(size).setScale(0, RoundingMode.CEILING).toPlainString();
  }
}
