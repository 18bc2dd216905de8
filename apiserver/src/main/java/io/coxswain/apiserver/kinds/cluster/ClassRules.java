package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The rules of PriorityClasses and RuntimeClasses. */
final class ClassRules {
  private static final int HIGHEST = 1_000_000_000;
  private static final Map<String, Integer> SYSTEM =
      Map.of("system-node-critical", 2_000_001_000, "system-cluster-critical", 2_000_000_000);

  private ClassRules() {}

  static void priorityDefaults(ObjectNode priorityClass) {
    Meta.setDefault(priorityClass, "preemptionPolicy", "PreemptLowerPriority");
    if (!priorityClass.has("value")) {
      priorityClass.put("value", 0);
    }
  }

  static void priority(Field priorityClass) {
    String name = priorityClass.text("metadata.name");
    Field value = priorityClass.get("value");
    if (name.startsWith("system-")) {
      String problem = systemProblem(name, value.number(), priorityClass);
      if (!problem.isEmpty()) {
        priorityClass
            .get("metadata.name")
            .forbidden(
                "priority class names with 'system-' prefix are reserved for system use only."
                    + " error: "
                    + problem);
      }
    } else if (value.number() > HIGHEST) {
      value.forbidden("maximum allowed value of a user defined priority is " + HIGHEST);
    }
    priorityClass.get("preemptionPolicy").oneOfIfSet(List.of("PreemptLowerPriority", "Never"));
  }

  private static String systemProblem(String name, long value, Field priorityClass) {
    Integer wanted = SYSTEM.get(name);
    if (wanted == null) {
      return name + " is not a known system priority class";
    }
    if (wanted != value) {
      return "value of " + name + " PriorityClass must be " + wanted;
    }
    return priorityClass.get("globalDefault").isTrue()
        ? "globalDefault of " + name + " PriorityClass must be false"
        : "";
  }

  static void priorityStep(Field priorityClass, ObjectNode before) {
    if (!SameJson.same(priorityClass.get("value").node(), before.path("value"))) {
      priorityClass.get("value").forbidden("may not be changed in an update.");
    }
    priorityClass.get("preemptionPolicy").unchangedFrom(before.path("preemptionPolicy"));
  }

  static void runtime(Field runtimeClass) {
    Field handler = runtimeClass.get("handler");
    handler.with(handler.text()).matches(Formats::dnsLabel);
    for (Field entry : runtimeClass.get("overhead.podFixed").at("overhead.limits").entries()) {
      ResourceNames.checkForContainer(entry);
      ResourceNames.checkQuantity(entry, entry.key());
    }
    Field scheduling = runtimeClass.get("scheduling");
    LabelRules.labels(scheduling.get("nodeSelector"));
    tolerations(scheduling.get("tolerations"));
  }

  private static void tolerations(Field tolerations) {
    var seen = new TreeSet<String>();
    for (Field toleration : tolerations.items()) {
      Field key = toleration.get("key");
      String operator = toleration.text("operator");
      if (!key.isEmpty()) {
        key.matches(Formats::qualifiedName);
      } else if (!operator.equals("Exists")) {
        toleration
            .get("operator")
            .with(operator)
            .invalid(
                "operator must be Exists when `key` is empty, which means \"match all values and"
                    + " all keys\"");
      }
      switch (operator) {
        case "", "Equal" -> toleration.get("value").matches(Formats::labelValue);
        case "Exists" -> {
          if (!toleration.get("value").isEmpty()) {
            toleration.get("operator").invalid("value must be empty when `operator` is 'Exists'");
          }
        }
        default -> toleration.get("operator").unsupported("Equal", "Exists");
      }
      if (!toleration.get("effect").isEmpty()) {
        toleration.get("effect").oneOf(List.of("NoSchedule", "PreferNoSchedule", "NoExecute"));
      }
      String same =
          String.join(
              "/", key.text(), operator, toleration.text("value"), toleration.text("effect"));
      if (!seen.add(same)) {
        toleration.error(FieldError.duplicate(toleration.path(), toleration.node()));
      }
    }
  }

  static void runtimeStep(Field runtimeClass, ObjectNode before) {
    runtimeClass.get("handler").unchangedFrom(before.path("handler"));
  }
}
