package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.kinds.pod.ResourceRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;
import java.util.TreeSet;

/** The rules for the spec of a HorizontalPodAutoscaler. */
final class AutoscalerRules {
  private static final List<String> TYPES =
      List.of("ContainerResource", "External", "Object", "Pods", "Resource");

  /** In the order in which they are checked. */
  private static final List<String> SOURCES =
      List.of("object", "external", "pods", "resource", "containerResource");

  private static final int MAX_PERIOD_SECONDS = 1800;
  private static final int MAX_WINDOW_SECONDS = 3600;

  private final Field spec;
  private final JsonNode old;

  /**
   * @param old the previous spec; missing on create
   */
  AutoscalerRules(Field spec, JsonNode old) {
    this.spec = spec;
    this.old = old;
  }

  void check() {
    Field least = spec.get("minReplicas");
    Field most = spec.get("maxReplicas");
    boolean mayBeZero = old.path("minReplicas").isNumber() && old.path("minReplicas").asInt() == 0;
    if (least.isSet()) {
      least.atLeast(mayBeZero ? 0 : 1);
    }
    if (most.number() < 1) {
      most.orZero().invalid("must be greater than 0");
    }
    if (least.isSet() && most.number() < least.number()) {
      most.orZero().invalid("must be greater than or equal to `minReplicas`");
    }
    scaleTarget(spec.get("scaleTargetRef"));
    metrics(spec.get("metrics"), least);
    for (String direction : List.of("scaleUp", "scaleDown")) {
      if (spec.get("behavior").has(direction)) {
        rules(spec.get("behavior").get(direction));
      }
    }
  }

  private void scaleTarget(Field target) {
    JsonNode was = old.path("scaleTargetRef");
    boolean same =
        !old.isMissingNode()
            && was.path("apiVersion").asText("").equals(target.text("apiVersion"))
            && was.path("kind").asText("").equals(target.text("kind"));
    reference(target);
    if (!same) {
      version(target.get("apiVersion"), target.get("kind").is("ReplicationController"));
    }
  }

  private static void reference(Field target) {
    target.get("kind").given(Formats::pathSegment);
    target.get("name").given(Formats::pathSegment);
  }

  private static void version(Field version, boolean groupless) {
    String text = version.text();
    int slashes = text.length() - text.replace("/", "").length();
    if (slashes > 1) {
      version.invalid("unexpected GroupVersion string: " + text);
    } else if (!groupless && slashes == 0) {
      version.orEmpty().invalid("apiVersion must specify API group");
    }
  }

  private void metrics(Field metrics, Field least) {
    boolean outside = false;
    for (Field metric : metrics.items()) {
      metric(metric);
      outside |= metric.get("type").is("Object") || metric.get("type").is("External");
    }
    if (least.isSet() && least.number() == 0 && !outside) {
      metrics.forbidden(
          "must specify at least one Object or External metric to support scaling to zero"
              + " replicas");
    }
  }

  private static void metric(Field metric) {
    Field type = metric.get("type");
    type.isGiven("must specify a metric source type");
    type.oneOf(TYPES);
    var present = new TreeSet<String>();
    for (String source : SOURCES) {
      if (metric.has(source) && present.add(source) && present.size() == 1) {
        source(metric.get(source));
      }
    }
    String expected = "";
    if (TYPES.contains(type.text())) {
      expected = Character.toLowerCase(type.text().charAt(0)) + type.text().substring(1);
      if (!metric.has(expected)) {
        metric.get(expected).required("must populate information for the given metric source");
      }
    } else {
      type.oneOf(TYPES);
    }
    if (present.size() != 1) {
      present.remove(expected);
      for (String other : present) {
        metric.get(other).forbidden("must populate the given metric source only");
      }
    }
  }

  private static void source(Field source) {
    Field target = source.get("target");
    switch (source.key()) {
      case "object" -> {
        reference(source.get("describedObject"));
        version(source.get("describedObject.apiVersion"), true);
        identifier(source.get("metric"));
        target(target);
        if (!target.has("value") && !target.has("averageValue")) {
          target.get("averageValue").required("must set either a target value or averageValue");
        }
      }
      case "external" -> {
        identifier(source.get("metric"));
        target(target);
        either(
            target,
            "value",
            "averageValue",
            "must set either a target value for metric or a per-pod target",
            "may not set both a target value for metric and a per-pod target");
      }
      case "pods" -> {
        identifier(source.get("metric"));
        target(target);
        if (!target.has("averageValue")) {
          target.get("averageValue").required("must specify a positive target averageValue");
        }
      }
      default -> resource(source);
    }
  }

  private static void resource(Field source) {
    Field name = source.get("name");
    boolean named = name.isGiven("must specify a resource name");
    if (source.key().equals("containerResource")) {
      if (named) {
        ResourceRules.containerName(name);
      }
      Field container = source.get("container");
      if (container.isGiven("must specify a container")) {
        container.matches(Formats::dnsLabel);
      }
    }
    target(source.get("target"));
    either(
        source.get("target"),
        "averageValue",
        "averageUtilization",
        "must set either a target raw value or a target utilization",
        "may not set both a target raw value and a target utilization");
  }

  private static void either(Field target, String one, String other, String neither, String both) {
    if (!target.has(one) && !target.has(other)) {
      target.get(other).required(neither);
    }
    if (target.has(one) && target.has(other)) {
      target.get(one).forbidden(both);
    }
  }

  private static void identifier(Field metric) {
    Field name = metric.get("name");
    if (name.isGiven("must specify a metric name")) {
      name.matches(Formats::pathSegment);
    }
  }

  private static void target(Field target) {
    Field type = target.get("type").orEmpty();
    type.isGiven("must specify a metric target type");
    if (!List.of("Utilization", "Value", "AverageValue").contains(type.text())) {
      type.invalid("must be either Utilization, Value, or AverageValue");
    }
    for (String amount : List.of("value", "averageValue")) {
      Field value = target.get(amount);
      if (value.isSet() && Quantities.value(value.text()).signum() <= 0) {
        value.invalid("must be positive");
      }
    }
    Field utilization = target.get("averageUtilization");
    if (utilization.isSet() && utilization.number() < 1) {
      utilization.invalid("must be greater than 0");
    }
  }

  private static void rules(Field rules) {
    Field window = rules.get("stabilizationWindowSeconds");
    if (window.number() < 0) {
      window.invalid("must be greater than or equal to zero");
    }
    if (window.number() > MAX_WINDOW_SECONDS) {
      window.invalid("must be less than or equal to 3600");
    }
    rules.get("selectPolicy").oneOfIfSet(List.of("Disabled", "Max", "Min"));
    rules.get("policies").isGiven("must specify at least one Policy");
    for (Field policy : rules.get("policies").items()) {
      policy.get("type").oneOf(List.of("Percent", "Pods"));
      policy.get("value").aboveZero();
      Field period = policy.get("periodSeconds");
      period.aboveZero();
      if (period.number() > MAX_PERIOD_SECONDS) {
        period.invalid("must be less than or equal to 1800");
      }
    }
    Field tolerance = rules.get("tolerance");
    if (tolerance.isSet() && Quantities.value(tolerance.text()).signum() < 0) {
      tolerance.invalid("must be greater than or equal to 0");
    }
  }
}
