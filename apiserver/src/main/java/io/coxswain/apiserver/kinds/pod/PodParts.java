package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Shared by subresources that write one part of a pod. */
final class PodParts {
  private static final List<String> KEPT =
      List.of("labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp");

  private PodParts() {}

  /** The metadata can be changed only through the main resource. */
  static void keepMetadata(ObjectNode pod, ObjectNode before) {
    for (String field : KEPT) {
      PodUpdateRules.copy(Meta.of(pod), before.path("metadata"), field);
    }
  }
}
