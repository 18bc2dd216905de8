package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.DisabledFields;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import io.coxswain.apiserver.kinds.pod.PodWarnings;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/**
 * Kinds with a pod template in their spec. The rules for create also apply to updates, before those
 * for changes.
 */
abstract class TemplateStrategy implements Strategy {

  /** Sets the defaults of the spec, except the template. */
  abstract void specDefaults(ObjectNode spec);

  /** The rules for every spec. */
  abstract void check(Field object);

  /** Fields of the status that are written even if they are zero. */
  List<String> counts() {
    return List.of();
  }

  /** Whether the name becomes a part of pod names. */
  boolean namesPods() {
    return true;
  }

  @Override
  public void defaults(ObjectNode object) {
    ObjectNode spec = Meta.child(object, "spec");
    specDefaults(spec);
    PodSpecs.template(spec);
    ObjectNode status = Meta.child(object, "status");
    for (String count : counts()) {
      if (!status.has(count)) {
        status.put(count, 0);
      }
    }
  }

  @Override
  public void prepareCreate(ObjectNode object, WriteContext context) {
    dropDisabled(object);
  }

  @Override
  public void prepareUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    dropDisabled(object);
  }

  private static void dropDisabled(ObjectNode object) {
    if (object.at("/spec/template/spec") instanceof ObjectNode spec) {
      DisabledFields.drop(spec);
    }
  }

  @Override
  public void warn(ObjectNode object, WriteContext context) {
    if (namesPods()) {
      warnOfName(object, context);
    }
    PodWarnings.add(object.at("/spec/template"), "spec.template", context.warnings());
  }

  static void warnOfName(ObjectNode object, WriteContext context) {
    List<String> problems = Formats.dnsLabel(Meta.name(object));
    if (!problems.isEmpty()) {
      context
          .warnings()
          .add(
              "metadata.name: this is used in Pod names and hostnames, which can result in"
                  + " surprising behavior; a DNS label is recommended: ["
                  + String.join(" ", problems)
                  + "]");
    }
  }

  @Override
  public void warnOnUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    if (Meta.generation(object) != Meta.generation(before)) {
      PodWarnings.add(object.at("/spec/template"), "spec.template", context.warnings());
    }
  }

  @Override
  public void validateCreate(ObjectNode object, List<FieldError> errors) {
    check(Field.of(object, errors));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    check(Field.of(object, errors));
    Field.of(object, errors)
        .get("spec.selector")
        .unchangedFrom(before.at("/spec/selector"), SelectorRules.SELECTOR);
  }
}
