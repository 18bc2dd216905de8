package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.crd.DefinedVersion;
import io.coxswain.apiserver.crd.SchemaRules;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.schema.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Custom resources: their CRD determines what is valid. */
final class CustomStrategy implements Strategy {
  private static final List<String> STANDARD_FINALIZERS =
      List.of("orphan", "foregroundDeletion", "kubernetes");

  private final Schema schema;
  private final SchemaRules rules;
  private final List<String> selectable;

  CustomStrategy(DefinedVersion version) {
    this.schema = version.schema();
    this.rules = version.rules();
    this.selectable =
        version.selectableFields().stream()
            .map(path -> path.startsWith(".") ? path.substring(1) : path)
            .toList();
  }

  @Override
  public void validateCreate(ObjectNode object, List<FieldError> errors) {
    check(object, null, errors, new ArrayList<>());
  }

  @Override
  public void validateUpdate(
      ObjectNode object, ObjectNode before, WriteContext context, List<FieldError> errors) {
    check(object, before, errors, context.warnings());
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode object, ObjectNode before, WriteContext context, List<FieldError> errors) {
    check(object, before, errors, context.warnings());
  }

  @Override
  public void warn(ObjectNode object, WriteContext context) {
    warn(Meta.finalizers(object), context);
  }

  @Override
  public void warnOnUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    var added = new ArrayList<>(Meta.finalizers(object));
    added.removeAll(Meta.finalizers(before));
    warn(added, context);
  }

  private static void warn(List<String> finalizers, WriteContext context) {
    for (String finalizer : new TreeSet<>(finalizers)) {
      if (!finalizer.contains("/") && !STANDARD_FINALIZERS.contains(finalizer)) {
        context
            .warnings()
            .add(
                "metadata.finalizers: \""
                    + finalizer
                    + "\": prefer a domain-qualified finalizer name to avoid accidental conflicts"
                    + " with other finalizer writers");
      }
    }
  }

  private void check(
      ObjectNode object,
      @Nullable ObjectNode before,
      List<FieldError> errors,
      List<String> warnings) {
    Validation.Result result = Validation.validate(object, before, schema);
    errors.addAll(result.errors());
    if (result.rulesApply()) {
      rules.check(object, before, errors, warnings);
    }
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
