package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import java.util.List;

/** Decides which writes are charged to quotas. */
final class ChargedWrites {
  private ChargedWrites() {}

  static boolean includes(Attributes write) {
    String part = write.subresource();
    return switch (write.kind().collection()) {
      case "pods" ->
          part.equals("resize")
              || (part.isEmpty()
                  && (write.isCreate() || ends(write.old()) != ends(write.object())));
      case "services" -> part.isEmpty();
      case "persistentvolumeclaims" -> List.of("", "status").contains(part);
      case "events" -> false;
      default -> write.isCreate() && part.isEmpty();
    };
  }

  /** Whether a pod has a deadline, which is a scope of quotas. */
  private static boolean ends(JsonNode pod) {
    return pod.at("/spec/activeDeadlineSeconds").asLong(-1) >= 0;
  }
}
