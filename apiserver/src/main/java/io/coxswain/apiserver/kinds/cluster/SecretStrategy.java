package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Secrets. */
final class SecretStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode secret) {
    DataRules.secretDefaults(secret);
  }

  @Override
  public void warn(ObjectNode secret, WriteContext context) {
    DataRules.secretWarnings(secret, context.warnings());
  }

  @Override
  public void validateCreate(ObjectNode secret, List<FieldError> errors) {
    DataRules.secret(Field.of(secret, errors));
  }

  @Override
  public void validateUpdate(ObjectNode secret, ObjectNode before, List<FieldError> errors) {
    DataRules.secretStep(Field.of(secret, errors), before);
    DataRules.secret(Field.of(secret, errors));
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode secret) {
    var fields = new TreeMap<String, String>();
    fields.put("type", Meta.text(secret, "/type"));
    return fields;
  }
}
