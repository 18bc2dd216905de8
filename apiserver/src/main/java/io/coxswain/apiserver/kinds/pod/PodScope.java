package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;

/**
 * The owner of the validated spec: some rules apply only to pods.
 *
 * @param pod a pod, not a template
 * @param name of the pod; empty in a template
 * @param mirror whether it is a mirror pod
 */
record PodScope(boolean pod, String name, boolean mirror) {
  static final String MIRROR = "kubernetes.io/config.mirror";
  static final PodScope TEMPLATE = new PodScope(false, "", false);

  static PodScope of(JsonNode pod) {
    return new PodScope(true, Meta.name(pod), pod.path("metadata").path("annotations").has(MIRROR));
  }
}
