package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The resources of a pod as a whole, as opposed to those of its containers. */
final class PodLevelResources {
  private PodLevelResources() {}

  /** Requests default to those of the containers, or else to the limits. */
  static void defaults(ObjectNode spec) {
    if (!(spec.get("resources") instanceof ObjectNode resources)
        || (resources.path("limits").isEmpty() && resources.path("requests").isEmpty())) {
      return;
    }
    hugePageLimits(spec, resources);
    if (resources.path("limits").isEmpty()) {
      return;
    }
    SortedMap<String, String> requests = Meta.stringMap(resources.path("requests"));
    var wanted = new TreeMap<>(requests);
    for (var sum : sums(spec, "requests").entrySet()) {
      if (isSupported(sum.getKey()) && !sum.getKey().startsWith("hugepages-")) {
        wanted.putIfAbsent(sum.getKey(), sum.getValue());
      }
    }
    for (var limit : Meta.stringMap(resources.path("limits")).entrySet()) {
      if (isSupported(limit.getKey())) {
        wanted.putIfAbsent(limit.getKey(), limit.getValue());
      }
    }
    if (!wanted.isEmpty()) {
      ObjectNode node = resources.putObject("requests");
      wanted.forEach(node::put);
    }
  }

  private static void hugePageLimits(ObjectNode spec, ObjectNode resources) {
    for (var sum : sums(spec, "limits").entrySet()) {
      boolean there =
          resources.path("limits").has(sum.getKey())
              || resources.path("requests").has(sum.getKey());
      if (sum.getKey().startsWith("hugepages-") && !there) {
        Meta.child(resources, "limits").put(sum.getKey(), sum.getValue());
      }
    }
  }

  private static boolean isSupported(String name) {
    return name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-");
  }

  static void check(Field spec, Set<String> claims) {
    Field resources = spec.get("resources");
    if (!resources.isSet()) {
      return;
    }
    if (spec.get("os.name").is("windows")) {
      resources.forbidden("may not be set for a windows pod");
      return;
    }
    if (resources.has("claims")) {
      resources.get("claims").forbidden("claims may not be set for Resources at pod-level");
    }
    ResourceRules.ofPod(resources, claims);
    compare(sums(spec.node(), "requests"), resources.get("requests"), "requests", false);
    compare(sums(spec.node(), "limits"), resources.get("limits"), "limits", true);
    for (Field container : spec.get("containers").items()) {
      containerLimits(container, resources);
    }
  }

  private static void compare(
      Map<String, String> sums, Field ofPod, String kind, boolean hugePagesOnly) {
    for (var sum : sums.entrySet()) {
      Field own = ofPod.entry(sum.getKey());
      boolean counts = !hugePagesOnly || sum.getKey().startsWith("hugepages-");
      if (counts
          && own.isSet()
          && Quantities.value(sum.getValue()).compareTo(Quantities.value(own.text())) > 0) {
        own.invalid(
            "must be greater than or equal to aggregate container "
                + kind
                + " of "
                + sum.getValue());
      }
    }
  }

  private static void containerLimits(Field container, Field resources) {
    String index = container.path().substring(container.path().lastIndexOf('['));
    for (Field limit : container.get("resources.limits").entries()) {
      Field own = resources.get("limits").entry(limit.key());
      if (own.isSet()
          && Quantities.value(limit.text()).compareTo(Quantities.value(own.text())) > 0) {
        limit
            .at(resources.path() + ".containers" + index + "[" + limit.key() + "].limits")
            .invalid("must be less than or equal to pod limits of " + own.text());
      }
    }
  }

  /**
   * The total resources of the containers: those that run concurrently are summed, including
   * sidecars; while an init container runs, only the sidecars before it do.
   */
  static SortedMap<String, String> sums(JsonNode spec, String kind) {
    var sums = new TreeMap<String, String>();
    for (JsonNode container : spec.path("containers")) {
      add(sums, container.path("resources").path(kind));
    }
    var sidecars = new TreeMap<String, String>();
    var most = new TreeMap<String, String>();
    for (JsonNode container : spec.path("initContainers")) {
      JsonNode own = container.path("resources").path(kind);
      var atOnce = new TreeMap<>(sidecars);
      add(atOnce, own);
      if (container.path("restartPolicy").asText("").equals("Always")) {
        add(sums, own);
        add(sidecars, own);
      }
      atOnce.forEach((name, value) -> most.merge(name, value, PodLevelResources::larger));
    }
    most.forEach((name, value) -> sums.merge(name, value, PodLevelResources::larger));
    return sums;
  }

  private static void add(SortedMap<String, String> sums, JsonNode amounts) {
    amounts
        .properties()
        .forEach(e -> sums.merge(e.getKey(), e.getValue().asText(), Quantities::add));
  }

  private static String larger(String a, String b) {
    return Quantities.value(b).compareTo(Quantities.value(a)) > 0 ? b : a;
  }
}
