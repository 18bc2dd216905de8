package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.UnifiedDiff;
import java.util.List;

/** Writes to the ephemeral containers of a pod: they may be added, but not changed. */
final class EphemeralContainers implements Strategy {
  private static final String LIST = "ephemeralContainers";

  @Override
  public void prepareUpdate(ObjectNode pod, ObjectNode before, WriteContext context) {
    ObjectNode spec = Meta.child(before, "spec").deepCopy();
    PodUpdateRules.copy(spec, pod.path("spec"), LIST);
    pod.set("spec", spec);
    PodUpdateRules.copy(pod, before, "status");
    PodParts.keepMetadata(pod, before);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    Field pod = Field.of(object, errors);
    PodRules.check(pod);
    PodAnnotationRules.update(
        pod.get("metadata.annotations"), before.at("/metadata/annotations"), pod.get("spec"));
    if (PodRules.isMirror(before)) {
      errors.clear();
      pod.at("[]").forbidden("static pods do not support ephemeral containers");
      return;
    }
    Field containers = pod.get("spec." + LIST);
    for (ObjectNode old : Meta.objects(before.path("spec").path(LIST))) {
      String name = old.path("name").asText();
      var now = containers.items().stream().filter(c -> c.get("name").is(name)).findFirst();
      String existing = "existing ephemeral containers \"" + name + "\" may not be ";
      if (now.isEmpty()) {
        containers.forbidden(existing + "removed\n");
      } else if (!SameJson.same(now.get().node(), old)) {
        containers.forbidden(
            existing
                + "changed\n"
                + UnifiedDiff.of(
                    InternalForm.of("core.EphemeralContainer", old),
                    InternalForm.of("core.EphemeralContainer", now.get().node())));
      }
    }
  }
}
