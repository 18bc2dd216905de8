package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.UnifiedDiff;

/** Prints differences like upstream's messages. */
final class VolumeDiff {
  private VolumeDiff() {}

  static String of(JsonNode before, JsonNode after) {
    return diff("core.PersistentVolumeSource", before, after);
  }

  static String ofClaims(JsonNode before, JsonNode after) {
    return diff("core.PersistentVolumeClaimSpec", before, after);
  }

  private static String diff(String type, JsonNode before, JsonNode after) {
    return UnifiedDiff.of(InternalForm.of(type, before), InternalForm.of(type, after));
  }
}
