package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Converts custom resources by calling the webhook in their CRD. May block. */
@FunctionalInterface
public interface Converter {

  /**
   * Converts the objects, all of one version, to another version.
   *
   * @param webhook {@code spec.conversion.webhook} of the CRD
   * @param kind for messages: that of the objects, or of their list
   */
  List<ObjectNode> convert(
      JsonNode webhook, String kind, List<ObjectNode> objects, String apiVersion);

  /** For servers without webhooks. */
  static Converter none() {
    return (webhook, kind, objects, apiVersion) -> {
      throw new IllegalStateException("conversion webhooks are not available here");
    };
  }
}
