package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.rules.Field;

/** The rules for pods. */
final class PodRules {
  private PodRules() {}

  /** The rules for every state. */
  static void check(Field pod) {
    Field spec = pod.get("spec");
    PodAnnotationRules.check(pod.get("metadata.annotations"), spec);
    PodSpecRules.check(spec, PodScope.of(pod.node()));
    if (spec.get("serviceAccountName").isEmpty()) {
      tokens(spec);
    }
    spec.get("containers").items().forEach(ContainerRules::unpaddedImage);
    spec.get("initContainers").items().forEach(ContainerRules::unpaddedImage);
  }

  private static void tokens(Field spec) {
    for (Field volume : spec.get("volumes").items()) {
      for (Field source : volume.get("projected.sources").items()) {
        if (source.has("serviceAccountToken")) {
          source
              .get("serviceAccountToken")
              .forbidden("must not be specified when serviceAccountName is not set");
        }
      }
    }
  }

  /** The rules for new pods. */
  static void checkNew(Field pod) {
    check(pod);
    Field spec = pod.get("spec");
    if (!spec.get("ephemeralContainers").isEmpty()) {
      spec.get("ephemeralContainers").forbidden("cannot be set on create");
    }
    if (!spec.get("nodeName").isEmpty() && !spec.get("schedulingGates").isEmpty()) {
      spec.get("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
    }
    PodAnnotationRules.match(pod.get("metadata.annotations"), spec);
  }

  static boolean isMirror(JsonNode pod) {
    return pod.path("metadata").path("annotations").has(PodScope.MIRROR);
  }
}
