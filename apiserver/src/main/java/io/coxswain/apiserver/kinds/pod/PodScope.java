package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;

/**
 * Whose spec is being checked: some rules are asked of pods alone.
 *
 * @param pod a pod, not a template of pods
 * @param name of the pod; empty in a template
 * @param mirror a pod that stands for one that a node runs by itself
 */
record PodScope(boolean pod, String name, boolean mirror) {
  static final String MIRROR = "kubernetes.io/config.mirror";
  static final PodScope TEMPLATE = new PodScope(false, "", false);

  static PodScope of(JsonNode pod) {
    return new PodScope(true, Meta.name(pod), pod.path("metadata").path("annotations").has(MIRROR));
  }
}
