package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.crd.DefinedVersion;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.Validation;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Custom resources: their definition says what is valid. */
final class CustomStrategy implements Strategy {
  private final Schema schema;
  private final List<String> selectable;

  CustomStrategy(DefinedVersion version) {
    this.schema = version.schema();
    this.selectable =
        version.selectableFields().stream()
            .map(path -> path.startsWith(".") ? path.substring(1) : path)
            .toList();
  }

  @Override
  public void validateCreate(ObjectNode object, List<FieldError> errors) {
    errors.addAll(Validation.validate(object, null, schema).errors());
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    errors.addAll(Validation.validate(object, before, schema).errors());
  }

  @Override
  public void validateStatusUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    errors.addAll(Validation.validate(object, before, schema).errors());
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode object) {
    var fields = new TreeMap<String, String>();
    for (String field : selectable) {
      fields.put(field, Meta.text(object, "/" + field.replace('.', '/')));
    }
    return fields;
  }
}
