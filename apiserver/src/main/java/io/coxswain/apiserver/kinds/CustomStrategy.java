package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Custom resources: their definition says what is valid. */
final class CustomStrategy implements Strategy {
  private final Schema schema;
  private final List<String> selectable;

  CustomStrategy(Schema schema, JsonNode selectableFields) {
    this.schema = schema;
    this.selectable = new ArrayList<>();
    selectableFields.forEach(field -> selectable.add(field.path("jsonPath").asText().substring(1)));
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
