package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ResourceLists;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** The rules of LimitRanges. */
final class LimitRules {
  private static final List<String> TYPES = List.of("Container", "Pod", "PersistentVolumeClaim");

  private static final List<String> PARTS =
      List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio");

  private LimitRules() {}

  static void defaults(ObjectNode range) {
    ObjectNode spec = Meta.child(range, "spec");
    for (ObjectNode item : Meta.objects(spec.path("limits"))) {
      for (String part : PARTS) {
        ResourceLists.roundUp(item.path(part));
      }
      if (item.path("type").asText("").equals("Container")) {
        fill(item, "default", item.path("max"));
        fill(item, "defaultRequest", item.path("default"));
        fill(item, "defaultRequest", item.path("min"));
      }
    }
  }

  private static void fill(ObjectNode item, String field, JsonNode from) {
    for (var entry : from.properties()) {
      ObjectNode to = Meta.child(item, field);
      if (!to.has(entry.getKey())) {
        to.set(entry.getKey(), entry.getValue());
      }
    }
  }

  static void range(Field range) {
    var seen = new ArrayList<String>();
    for (Field limit : range.get("spec.limits").items()) {
      type(limit.get("type").with(limit.text("type")));
      limit.get("type").with(limit.text("type")).notAmong(seen);
      names(limit);
      var all = new TreeSet<String>();
      for (String part : List.of("max", "min", "maxLimitRequestRatio")) {
        limit.get(part).entries().forEach(entry -> all.add(entry.key()));
      }
      if (!limit.text("type").equals("Pod")) {
        for (String part : List.of("default", "defaultRequest")) {
          limit.get(part).entries().forEach(entry -> all.add(entry.key()));
        }
      }
      all.forEach(name -> new Relations(limit, name).check());
    }
  }

  private static void type(Field type) {
    List<String> problems = Formats.qualifiedName(type.text());
    problems.forEach(type::invalid);
    if (problems.isEmpty() && !type.text().contains("/") && !TYPES.contains(type.text())) {
      type.invalid("must be a standard limit type or fully qualified");
    }
  }

  private static void names(Field limit) {
    names(limit, "max");
    names(limit, "min");
    if (limit.text("type").equals("Pod")) {
      for (String part : List.of("default", "defaultRequest")) {
        if (!limit.get(part).isEmpty()) {
          limit.get(part).forbidden("may not be specified when `type` is 'Pod'");
        }
      }
    } else {
      names(limit, "default");
      names(limit, "defaultRequest");
    }
    if (limit.text("type").equals("PersistentVolumeClaim")
        && !limit.has("min.storage")
        && !limit.has("max.storage")) {
      limit
          .get("limits")
          .required(
              "either minimum or maximum storage value is required, but neither was provided");
    }
    names(limit, "maxLimitRequestRatio");
  }

  private static void names(Field limit, String part) {
    boolean ofContainers = List.of("Pod", "Container").contains(limit.text("type"));
    for (Field entry : limit.get(part).entries()) {
      if (ofContainers) {
        ResourceNames.checkForContainer(entry);
      } else {
        ResourceNames.check(entry);
      }
    }
  }

  /** The relations between the quantities of one resource. */
  private record Relations(Field limit, String name) {
    Field part(String part) {
      boolean usable =
          !limit.text("type").equals("Pod") || !List.of("default", "defaultRequest").contains(part);
      return usable ? limit.get(part).entry(name) : limit.get("none");
    }

    BigDecimal value(String part) {
      return Quantities.value(part(part).text());
    }

    void check() {
      notMore("min", "max", "min", "min value %s is greater than max value %s", "min");
      notMore(
          "min",
          "defaultRequest",
          "defaultRequest",
          "min value %s is greater than default request value %s",
          "defaultRequest");
      notMore(
          "defaultRequest",
          "max",
          "defaultRequest",
          "default request value %s is greater than max value %s",
          "defaultRequest");
      notMore(
          "defaultRequest",
          "default",
          "defaultRequest",
          "default request value %s is greater than default limit value %s",
          "defaultRequest");
      notMore("min", "default", "default", "min value %s is greater than default value %s", "min");
      notMore("default", "max", "default", "default value %s is greater than max value %s", "max");
      ratio();
      boolean overcommitted = !name.contains("/") && !name.startsWith("hugepages-");
      Field request = part("defaultRequest");
      Field preset = part("default");
      if (!overcommitted
          && request.isSet()
          && preset.isSet()
          && value("default").compareTo(value("defaultRequest")) != 0) {
        request.invalid(
            "default value "
                + preset.text()
                + " must equal to defaultRequest value "
                + request.text()
                + " in "
                + name);
      }
    }

    private void notMore(String less, String more, String place, String text, String shown) {
      Field small = part(less);
      Field large = part(more);
      if (small.isSet() && large.isSet() && value(less).compareTo(value(more)) > 0) {
        part(place)
            .with(part(shown).text())
            .invalid(String.format(Locale.ROOT, text, small.text(), large.text()));
      }
    }

    private void ratio() {
      Field ratio = part("maxLimitRequestRatio");
      if (!ratio.isSet()) {
        return;
      }
      if (value("maxLimitRequestRatio").compareTo(BigDecimal.ONE) < 0) {
        ratio.invalid("ratio " + ratio.text() + " is less than 1");
      }
      if (part("min").isSet() && part("max").isSet() && value("min").signum() != 0) {
        BigDecimal most = value("max").divide(value("min"), MathContext.DECIMAL64);
        if (value("maxLimitRequestRatio").compareTo(most) > 0) {
          ratio.invalid(
              String.format(
                  Locale.ROOT,
                  "ratio %s is greater than max/min = %f",
                  ratio.text(),
                  most.doubleValue()));
        }
      }
    }
  }
}
