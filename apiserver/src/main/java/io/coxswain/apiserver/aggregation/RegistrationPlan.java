package io.coxswain.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The writes that make the automatically managed APIServices what they should be. The label {@code
 * automanaged} of an APIService selects how: {@code onstart} once when the server starts, {@code
 * true} always. An APIService without the label is left alone.
 */
final class RegistrationPlan {
  static final String LABEL = "kube-aggregator.kubernetes.io/automanaged";

  private RegistrationPlan() {}

  /** How an APIService is kept. */
  enum Mode {
    ON_START("onstart"),
    ALWAYS("true");

    private final String label;

    Mode(String label) {
      this.label = label;
    }

    /** The mode of a label; null if the APIService is not managed. */
    static @Nullable Mode of(@Nullable String label) {
      for (Mode mode : values()) {
        if (mode.label.equals(label)) {
          return mode;
        }
      }
      return null;
    }
  }

  /** A group version that this server serves. */
  record Wanted(String group, String version, int groupPriority, int versionPriority, Mode mode) {
    String name() {
      return version + "." + group;
    }

    ObjectNode spec() {
      ObjectNode spec = Json.MAPPER.createObjectNode();
      if (!group.isEmpty()) {
        spec.put("group", group);
      }
      return spec.put("version", version)
          .put("groupPriorityMinimum", groupPriority)
          .put("versionPriority", versionPriority);
    }

    ObjectNode object() {
      ObjectNode object = Json.MAPPER.createObjectNode();
      ObjectNode metadata = object.putObject("metadata").put("name", name());
      metadata.putObject("labels").put(LABEL, mode.label);
      object.set("spec", spec());
      return object;
    }
  }

  /** An APIService that exists. */
  record Known(@Nullable Mode mode, JsonNode spec) {}

  /** One write. */
  sealed interface Action {
    String name();

    record Create(Wanted wanted) implements Action {
      @Override
      public String name() {
        return wanted.name();
      }
    }

    record Update(Wanted wanted) implements Action {
      @Override
      public String name() {
        return wanted.name();
      }
    }

    record Delete(String name) implements Action {}
  }

  /**
   * @param wanted by name
   * @param known by name
   * @param starting whether the server starts, the only time at which {@code onstart} counts
   */
  static List<Action> of(
      SortedMap<String, Wanted> wanted, SortedMap<String, Known> known, boolean starting) {
    List<Action> actions = new ArrayList<>();
    wanted.forEach(
        (name, one) -> {
          if (one.mode == Mode.ON_START && !starting) {
            return;
          }
          Known present = known.get(name);
          if (present == null) {
            actions.add(new Action.Create(one));
          } else if (isManaged(present, starting) && !present.spec.equals(one.spec())) {
            actions.add(new Action.Update(one));
          }
        });
    known.forEach(
        (name, present) -> {
          if (!wanted.containsKey(name) && isManaged(present, starting)) {
            actions.add(new Action.Delete(name));
          }
        });
    return actions;
  }

  private static boolean isManaged(Known present, boolean starting) {
    return present.mode == Mode.ALWAYS || (present.mode == Mode.ON_START && starting);
  }
}
