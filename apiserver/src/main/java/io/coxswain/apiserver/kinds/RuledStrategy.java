package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A kind that is all defaults and rules, put together from functions. */
public final class RuledStrategy implements Strategy {
  private Consumer<ObjectNode> defaults = object -> {};
  private Consumer<Field> rules = object -> {};
  private BiConsumer<Field, ObjectNode> steps = (object, before) -> {};
  private BiConsumer<Field, ObjectNode> statusSteps = (object, before) -> {};
  private BiConsumer<ObjectNode, List<String>> warnings = (object, list) -> {};
  private boolean stepsFirst;
  private boolean rulesOnCreateOnly;

  private RuledStrategy() {}

  public static RuledStrategy of(Consumer<ObjectNode> defaults) {
    var strategy = new RuledStrategy();
    strategy.defaults = defaults;
    return strategy;
  }

  /** The rules that every state obeys. */
  public RuledStrategy rules(Consumer<Field> every) {
    rules = every;
    return this;
  }

  /** The rules for a step from the state before; told after the others. */
  public RuledStrategy steps(BiConsumer<Field, ObjectNode> each) {
    steps = each;
    return this;
  }

  /** As {@link #steps}, but told before the others. */
  public RuledStrategy stepsFirst(BiConsumer<Field, ObjectNode> each) {
    stepsFirst = true;
    return steps(each);
  }

  /** Updates are held to the rules for steps alone. */
  public RuledStrategy stepsOnly(BiConsumer<Field, ObjectNode> each) {
    rulesOnCreateOnly = true;
    return steps(each);
  }

  public RuledStrategy statusSteps(BiConsumer<Field, ObjectNode> each) {
    statusSteps = each;
    return this;
  }

  public RuledStrategy warnings(BiConsumer<ObjectNode, List<String>> some) {
    warnings = some;
    return this;
  }

  @Override
  public void defaults(ObjectNode object) {
    defaults.accept(object);
  }

  @Override
  public void warn(ObjectNode object, WriteContext context) {
    warnings.accept(object, context.warnings());
  }

  @Override
  public void validateCreate(ObjectNode object, List<FieldError> errors) {
    rules.accept(Field.of(object, errors));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    Field field = Field.of(object, errors);
    if (stepsFirst) {
      steps.accept(field, before);
    }
    if (!rulesOnCreateOnly) {
      rules.accept(field);
    }
    if (!stepsFirst) {
      steps.accept(field, before);
    }
  }

  @Override
  public void validateStatusUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    statusSteps.accept(Field.of(object, errors), before);
  }
}
