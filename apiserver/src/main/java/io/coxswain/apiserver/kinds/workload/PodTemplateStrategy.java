package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.DisabledFields;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import io.coxswain.apiserver.kinds.pod.PodTemplateRules;
import io.coxswain.apiserver.kinds.pod.PodWarnings;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** PodTemplates: templates without a controller. */
public final class PodTemplateStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode object) {
    PodSpecs.template(object);
  }

  @Override
  public void prepareCreate(ObjectNode object, WriteContext context) {
    if (object.at("/template/spec") instanceof ObjectNode spec) {
      DisabledFields.drop(spec);
    }
  }

  @Override
  public void prepareUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    prepareCreate(object, context);
  }

  @Override
  public void warn(ObjectNode object, WriteContext context) {
    PodWarnings.add(object.path("template"), "template", context.warnings());
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    PodTemplateRules.check(Field.of(object, errors).get("template"));
  }
}
