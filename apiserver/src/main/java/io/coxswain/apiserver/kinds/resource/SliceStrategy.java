package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** ResourceSlices. */
final class SliceStrategy implements Strategy {
  private final DisabledDeviceFields disabled;

  SliceStrategy(DisabledDeviceFields disabled) {
    this.disabled = disabled;
  }

  @Override
  public void defaults(ObjectNode slice) {
    Meta.child(Meta.child(slice, "spec"), "pool");
  }

  @Override
  public void prepareCreate(ObjectNode slice, WriteContext context) {
    disabled.dropFromSlice(slice, MissingNode.getInstance());
    timeTaints(slice, context);
  }

  @Override
  public void prepareUpdate(ObjectNode slice, ObjectNode before, WriteContext context) {
    disabled.dropFromSlice(slice, before);
    timeTaints(slice, context);
  }

  private static void timeTaints(ObjectNode slice, WriteContext context) {
    for (ObjectNode device : Meta.objects(slice.at("/spec/devices"))) {
      Meta.objects(device.path("taints"))
          .forEach(taint -> DeviceTaints.addTime(taint, context.now()));
    }
  }

  @Override
  public void validateCreate(ObjectNode slice, List<FieldError> errors) {
    SliceRules.slice(Field.of(slice, errors), null);
  }

  @Override
  public void validateUpdate(ObjectNode slice, ObjectNode before, List<FieldError> errors) {
    SliceRules.slice(Field.of(slice, errors), before);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode slice) {
    var fields = new TreeMap<String, String>();
    fields.put("spec.nodeName", Meta.text(slice, "/spec/nodeName"));
    fields.put("spec.driver", Meta.text(slice, "/spec/driver"));
    return fields;
  }
}
