package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import java.util.SortedMap;
import java.util.TreeMap;

/** ReplicationControllers: what they select and are labelled with follows from the template. */
public final class ReplicationControllerStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode controller) {
    ObjectNode spec = Meta.child(controller, "spec");
    Meta.setDefault(spec, "replicas", 1);
    PodSpecs.template(spec);
    JsonNode labels = spec.at("/template/metadata/labels");
    if (!labels.isEmpty()) {
      if (spec.path("selector").isEmpty()) {
        spec.set("selector", labels.deepCopy());
      }
      if (controller.at("/metadata/labels").isEmpty()) {
        Meta.of(controller).set("labels", labels.deepCopy());
      }
    }
    ObjectNode status = Meta.child(controller, "status");
    if (!status.has("replicas")) {
      status.put("replicas", 0);
    }
  }

  @Override
  public void prepareCreate(ObjectNode controller, WriteContext context) {
    Meta.child(controller, "status").put("replicas", 0);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode controller) {
    var fields = new TreeMap<String, String>();
    fields.put("status.replicas", Long.toString(controller.at("/status/replicas").asLong(0)));
    return fields;
  }
}
