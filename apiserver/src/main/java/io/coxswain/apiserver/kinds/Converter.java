package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Converts custom resources by asking the webhook that their definition names. May block. */
@FunctionalInterface
public interface Converter {

  /**
   * The objects, all of one version, in another one.
   *
   * @param webhook {@code spec.conversion.webhook} of the definition
   * @param kind for messages: that of the objects, or of the list they are in
   */
  List<ObjectNode> convert(
      JsonNode webhook, String kind, List<ObjectNode> objects, String apiVersion);

  /** For those who have no webhooks to ask. */
  static Converter none() {
    return (webhook, kind, objects, apiVersion) -> {
      throw new IllegalStateException("conversion webhooks are not available here");
    };
  }
}
