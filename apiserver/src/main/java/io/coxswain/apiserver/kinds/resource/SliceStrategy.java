package io.coxswain.apiserver.kinds.resource;

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

  @Override
  public void defaults(ObjectNode slice) {
    Meta.child(Meta.child(slice, "spec"), "pool");
  }

  @Override
  public void prepareCreate(ObjectNode slice, WriteContext context) {
    DisabledDeviceFields.dropFromSlice(slice);
  }

  @Override
  public void prepareUpdate(ObjectNode slice, ObjectNode before, WriteContext context) {
    DisabledDeviceFields.dropFromSlice(slice);
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
