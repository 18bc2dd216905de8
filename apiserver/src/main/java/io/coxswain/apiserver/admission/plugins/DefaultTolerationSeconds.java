package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Plugin;
import java.util.List;

/**
 * Adds tolerations so that a pod without its own stays five minutes on a node that is not ready or
 * unreachable.
 */
final class DefaultTolerationSeconds implements Plugin {
  private static final List<String> TAINTS =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  @Override
  public List<String> resources() {
    return List.of("pods");
  }

  @Override
  public void admit(Attributes attributes) {
    for (String taint : TAINTS) {
      if (!tolerates(attributes.spec().path("tolerations"), taint)) {
        attributes
            .spec()
            .withArray("/tolerations")
            .addObject()
            .put("key", taint)
            .put("operator", "Exists")
            .put("effect", "NoExecute")
            .put("tolerationSeconds", 300);
      }
    }
  }

  private static boolean tolerates(JsonNode tolerations, String taint) {
    for (JsonNode toleration : tolerations) {
      String key = toleration.path("key").asText("");
      String effect = toleration.path("effect").asText("");
      if ((key.isEmpty() || key.equals(taint))
          && (effect.isEmpty() || effect.equals("NoExecute"))) {
        return true;
      }
    }
    return false;
  }
}
