package io.coxswain.api;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Condition arithmetic: finds and sets conditions in the list of a status, which has at most one of
 * a type. The types that the API uses for conditions have no common interface; there is one
 * instance for each of them.
 */
public final class Conditions<C> {
  /** Conditions of {@code meta/v1}, which newer kinds use. */
  public static final Conditions<Condition> META =
      new Conditions<>(
          Condition::getType,
          Condition::getStatus,
          Condition::getLastTransitionTime,
          Condition::setLastTransitionTime);

  public static final Conditions<PodCondition> POD =
      new Conditions<>(
          PodCondition::getType,
          PodCondition::getStatus,
          PodCondition::getLastTransitionTime,
          PodCondition::setLastTransitionTime);

  public static final Conditions<NodeCondition> NODE =
      new Conditions<>(
          NodeCondition::getType,
          NodeCondition::getStatus,
          NodeCondition::getLastTransitionTime,
          NodeCondition::setLastTransitionTime);

  public static final Conditions<NamespaceCondition> NAMESPACE =
      new Conditions<>(
          NamespaceCondition::getType,
          NamespaceCondition::getStatus,
          NamespaceCondition::getLastTransitionTime,
          NamespaceCondition::setLastTransitionTime);

  public static final Conditions<JobCondition> JOB =
      new Conditions<>(
          JobCondition::getType,
          JobCondition::getStatus,
          JobCondition::getLastTransitionTime,
          JobCondition::setLastTransitionTime);

  private final Function<C, @Nullable String> type;
  private final Function<C, @Nullable String> status;
  private final Function<C, @Nullable String> time;
  private final BiConsumer<C, @Nullable String> setTime;

  /** For a type of conditions whose model this module does not depend on. */
  public Conditions(
      Function<C, @Nullable String> type,
      Function<C, @Nullable String> status,
      Function<C, @Nullable String> time,
      BiConsumer<C, @Nullable String> setTime) {
    this.type = type;
    this.status = status;
    this.time = time;
    this.setTime = setTime;
  }

  /** A condition of {@code meta/v1} that changes now. */
  public static Condition of(
      String type, boolean status, String reason, String message, Instant now) {
    return new ConditionBuilder()
        .withType(type)
        .withStatus(status ? "True" : "False")
        .withReason(reason)
        .withMessage(message)
        .withLastTransitionTime(Timestamps.format(now))
        .build();
  }

  public Optional<C> find(@Nullable List<C> conditions, String wanted) {
    return conditions == null
        ? Optional.empty()
        : conditions.stream().filter(c -> wanted.equals(type.apply(c))).findFirst();
  }

  public boolean isTrue(@Nullable List<C> conditions, String wanted) {
    return find(conditions, wanted).filter(c -> "True".equals(status.apply(c))).isPresent();
  }

  /**
   * Puts the condition in the place of the one of its type, else at the end. It keeps the
   * transition time of the one that it replaces unless the status changes.
   */
  public void set(List<C> conditions, C condition) {
    Optional<C> old = find(conditions, String.valueOf(type.apply(condition)));
    if (old.isEmpty()) {
      conditions.add(condition);
    } else {
      keepTime(old.get(), condition);
      conditions.set(conditions.indexOf(old.get()), condition);
    }
  }

  /** As {@link #set}, in a copy of the list. */
  public List<C> with(@Nullable List<C> conditions, C condition) {
    List<C> changed = new ArrayList<>(conditions == null ? List.of() : conditions);
    set(changed, condition);
    return changed;
  }

  /** The list without the condition of a type. */
  public List<C> without(@Nullable List<C> conditions, String unwanted) {
    return conditions == null
        ? List.of()
        : conditions.stream().filter(c -> !unwanted.equals(type.apply(c))).toList();
  }

  private void keepTime(C old, C condition) {
    if (String.valueOf(status.apply(condition)).equals(status.apply(old))) {
      setTime.accept(condition, time.apply(old));
    }
  }
}
