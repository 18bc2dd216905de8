package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A kind composed of defaults and rules given as functions. */
public final class RuledStrategy implements Strategy {
  private Consumer<ObjectNode> defaults = object -> {};
  private Consumer<Field> rules = object -> {};
  private BiConsumer<Field, ObjectNode> steps = (object, before) -> {};
  private BiConsumer<Field, ObjectNode> statusSteps = (object, before) -> {};
  private BiConsumer<ObjectNode, List<String>> warnings = (object, list) -> {};
  private BiConsumer<ObjectNode, List<String>> statusWarnings = (object, list) -> {};
  private Consumer<ObjectNode> preparation = object -> {};
  private BiConsumer<ObjectNode, WriteContext> creation = (object, context) -> {};
  private Consumer<ObjectNode> statusPreparation = object -> {};
  private boolean stepsFirst;
  private boolean rulesOnCreateOnly;

  private RuledStrategy() {}

  public static RuledStrategy of(Consumer<ObjectNode> defaults) {
    var strategy = new RuledStrategy();
    strategy.defaults = defaults;
    return strategy;
  }

  /** The rules for every state. */
  public RuledStrategy rules(Consumer<Field> every) {
    rules = every;
    return this;
  }

  /** The rules for updates; reported after the others. */
  public RuledStrategy steps(BiConsumer<Field, ObjectNode> each) {
    steps = each;
    return this;
  }

  /** Like {@link #steps}, but reported before the others. */
  public RuledStrategy stepsFirst(BiConsumer<Field, ObjectNode> each) {
    stepsFirst = true;
    return steps(each);
  }

  /** Updates are validated only by the rules for updates. */
  public RuledStrategy stepsOnly(BiConsumer<Field, ObjectNode> each) {
    rulesOnCreateOnly = true;
    return steps(each);
  }

  public RuledStrategy statusSteps(BiConsumer<Field, ObjectNode> each) {
    statusSteps = each;
    return this;
  }

  /** Changes a new or updated object before it is validated. */
  public RuledStrategy preparation(Consumer<ObjectNode> each) {
    preparation = each;
    return this;
  }

  /** Changes a new object before it is validated. */
  public RuledStrategy creation(BiConsumer<ObjectNode, WriteContext> each) {
    creation = each;
    return this;
  }

  /** Changes a new status before it is validated. */
  public RuledStrategy statusPreparation(Consumer<ObjectNode> each) {
    statusPreparation = each;
    return this;
  }

  public RuledStrategy warnings(BiConsumer<ObjectNode, List<String>> some) {
    warnings = some;
    return this;
  }

  /** Warnings about a new status. */
  public RuledStrategy statusWarnings(BiConsumer<ObjectNode, List<String>> some) {
    statusWarnings = some;
    return this;
  }

  @Override
  public void defaults(ObjectNode object) {
    defaults.accept(object);
  }

  @Override
  public void prepareCreate(ObjectNode object, WriteContext context) {
    preparation.accept(object);
    creation.accept(object, context);
  }

  @Override
  public void prepareUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    preparation.accept(object);
  }

  @Override
  public void prepareStatusUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    statusPreparation.accept(object);
  }

  @Override
  public void warn(ObjectNode object, WriteContext context) {
    warnings.accept(object, context.warnings());
  }

  @Override
  public void warnOnStatusUpdate(ObjectNode object, ObjectNode before, WriteContext context) {
    statusWarnings.accept(object, context.warnings());
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
