package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.pod.PodTemplateRules;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** ReplicationControllers: their selector and labels default to those of the template. */
public final class ReplicationControllerStrategy extends TemplateStrategy {

  @Override
  void specDefaults(ObjectNode spec) {
    Meta.setDefault(spec, "replicas", 1);
  }

  @Override
  List<String> counts() {
    return List.of("replicas");
  }

  @Override
  public void defaults(ObjectNode controller) {
    // Unlike in other kinds, this template may be absent and then stays absent.
    boolean template = controller.path("spec").has("template");
    super.defaults(controller);
    ObjectNode spec = Meta.child(controller, "spec");
    if (!template) {
      spec.remove("template");
      return;
    }
    JsonNode labels = spec.at("/template/metadata/labels");
    if (!labels.isEmpty()) {
      if (spec.path("selector").isEmpty()) {
        spec.set("selector", labels.deepCopy());
      }
      if (controller.at("/metadata/labels").isEmpty()) {
        Meta.of(controller).set("labels", labels.deepCopy());
      }
    }
  }

  @Override
  void check(Field controller) {
    Field spec = controller.get("spec");
    Field template = spec.get("template");
    spec.get("minReadySeconds").nonNegative();
    spec.get("selector").isGiven();
    spec.get("replicas").nonNegative();
    if (!template.isSet()) {
      template.required();
      return;
    }
    SortedMap<String, String> labels = Meta.labels(template.node());
    boolean matches =
        Meta.stringMap(spec.get("selector").node()).entrySet().stream()
            .allMatch(e -> e.getValue().equals(labels.get(e.getKey())));
    if (!matches) {
      template
          .get("metadata.labels")
          .invalidAs("map[string]string", "`selector` does not match template `labels`");
    }
    PodTemplateRules.check(template);
    SelectorRules.lasting(template, "ReplicationController");
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    check(Field.of(object, errors));
  }

  @Override
  public void validateStatusUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    ReplicaSetStrategy.status(Field.of(object, errors).get("status"));
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode controller) {
    var fields = new TreeMap<String, String>();
    fields.put("status.replicas", Long.toString(controller.at("/status/replicas").asLong(0)));
    return fields;
  }
}
