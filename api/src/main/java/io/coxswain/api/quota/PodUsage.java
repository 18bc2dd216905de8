package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Pods count by number and by the requests and limits of their containers. */
final class PodUsage implements QuotaUsage {
  private static final String COUNT = "count/pods";
  private static final List<String> COMPUTE = List.of("cpu", "memory", "ephemeral-storage");
  private static final List<String> MUST_BE_SAID =
      List.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

  @Override
  public boolean covers(String name) {
    String plain = name.replaceFirst("^(requests|limits)\\.", "");
    return name.equals(COUNT)
        || name.equals("pods")
        || COMPUTE.contains(plain)
        || name.startsWith("hugepages-")
        || name.startsWith("requests.hugepages-")
        || (name.startsWith("requests.") && isExtended(plain));
  }

  /** Whether it is an extended resource. */
  private static boolean isExtended(String name) {
    boolean known = name.startsWith("kubernetes.io/") || name.contains(".kubernetes.io/");
    return name.contains("/") && (!known || name.startsWith("deviceclass.resource.kubernetes.io/"));
  }

  private static boolean ends(JsonNode pod) {
    return pod.at("/spec/activeDeadlineSeconds").asLong(-1) >= 0;
  }

  @Override
  public boolean isInScope(JsonNode quota, JsonNode pod) {
    return QuotaScope.of(quota).stream().allMatch(scope -> isIn(scope, pod));
  }

  private static boolean isIn(QuotaScope scope, JsonNode pod) {
    boolean bestEffort = QualityOfService.of(pod.path("spec")).equals("BestEffort");
    return switch (scope.name()) {
      case "Terminating" -> ends(pod);
      case "NotTerminating" -> !ends(pod);
      case "BestEffort" -> bestEffort;
      case "NotBestEffort" -> !bestEffort;
      case "PriorityClass" -> scope.selects(pod.at("/spec/priorityClassName").asText(""));
      case "CrossNamespacePodAffinity" -> crossesNamespaces(pod.at("/spec/affinity"));
      default -> false;
    };
  }

  private static boolean crossesNamespaces(JsonNode affinity) {
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      for (var list : affinity.path(kind).properties()) {
        for (JsonNode entry : list.getValue()) {
          JsonNode term = entry.has("podAffinityTerm") ? entry.path("podAffinityTerm") : entry;
          if (!term.path("namespaces").isEmpty() || term.has("namespaceSelector")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Override
  public Amounts of(JsonNode pod, Instant now) {
    Amounts amounts = Amounts.none();
    amounts.set(COUNT, "1");
    if (!isOver(pod, now)) {
      JsonNode spec = pod.path("spec");
      Amounts requests = PodAmounts.of(pod, "requests");
      Amounts limits = PodAmounts.of(pod, "limits");
      Amounts overhead = Amounts.of(spec.path("overhead"));
      requests.add(overhead);
      limits.add(overhead.only(limits::has));
      amounts.add(computed(requests, limits));
    }
    return amounts;
  }

  private static boolean isOver(JsonNode pod, Instant now) {
    String phase = pod.at("/status/phase").asText("");
    if (phase.equals("Failed") || phase.equals("Succeeded")) {
      return true;
    }
    JsonNode grace = pod.at("/metadata/deletionGracePeriodSeconds");
    return pod.at("/metadata/deletionTimestamp").isTextual()
        && grace.isNumber()
        && now.isAfter(
            Timestamps.instant(pod.at("/metadata/deletionTimestamp").asText(""))
                .plusSeconds(grace.asLong()));
  }

  private static Amounts computed(Amounts requests, Amounts limits) {
    Amounts amounts = Amounts.none();
    amounts.set("pods", "1");
    for (String name : COMPUTE) {
      if (requests.has(name)) {
        amounts.set(name, requests.text(name));
        amounts.set("requests." + name, requests.text(name));
      }
      if (limits.has(name)) {
        amounts.set("limits." + name, limits.text(name));
      }
    }
    requests
        .byName()
        .forEach(
            (name, quantity) -> {
              if (name.startsWith("hugepages-")) {
                amounts.set(name, quantity);
                amounts.set("requests." + name, quantity);
              } else if (isExtended(name)) {
                amounts.set("requests." + name, quantity);
              }
            });
    return amounts;
  }

  @Override
  public String missing(JsonNode pod, Set<String> limited) {
    JsonNode spec = pod.path("spec");
    if (!spec.at("/resources/requests").isEmpty() || !spec.at("/resources/limits").isEmpty()) {
      return "";
    }
    var byName = new TreeMap<String, TreeSet<String>>();
    for (String list : List.of("containers", "initContainers")) {
      for (JsonNode container : spec.path(list)) {
        Amounts said =
            computed(
                Amounts.of(container.at("/resources/requests")),
                Amounts.of(container.at("/resources/limits")));
        for (String name : MUST_BE_SAID) {
          if (limited.contains(name) && !said.has(name)) {
            byName
                .computeIfAbsent(name, n -> new TreeSet<>())
                .add(container.path("name").asText(""));
          }
        }
      }
    }
    return byName.isEmpty()
        ? ""
        : "must specify "
            + String.join(
                "; ",
                byName.entrySet().stream()
                    .map(e -> e.getKey() + " for: " + String.join(",", e.getValue()))
                    .toList());
  }
}
