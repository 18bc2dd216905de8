package io.coxswain.apiserver.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** A pod or pod template, as the checks see it. */
record Subject(JsonNode metadata, JsonNode spec) {

  List<JsonNode> containers() {
    var all = new ArrayList<JsonNode>();
    for (String kind : PodSpecs.CONTAINER_LISTS) {
      spec.path(kind).forEach(all::add);
    }
    return all;
  }

  /** The names of the matching containers, in their order. */
  List<String> named(Predicate<JsonNode> so) {
    return containers().stream().filter(so).map(c -> c.path("name").asText()).toList();
  }

  /** The names of the containers whose security context matches. */
  List<String> secured(Predicate<JsonNode> so) {
    return named(container -> so.test(container.path("securityContext")));
  }

  JsonNode security() {
    return spec.path("securityContext");
  }

  boolean isWindows() {
    return spec.at("/os/name").asText().equals("windows");
  }

  /** Whether the pod has its own user namespace, so that root in it has few privileges. */
  boolean hasOwnUsers() {
    return spec.path("hostUsers").isBoolean() && !spec.path("hostUsers").asBoolean();
  }

  /** The containers that add capabilities other than the allowed ones, if any. */
  Optional<String> extraCapabilities(Set<String> allowed) {
    var extra = new TreeSet<String>();
    for (JsonNode container : containers()) {
      extra.addAll(added(container.path("securityContext")));
    }
    extra.removeAll(allowed);
    return ifAny(
        secured(c -> !allowed.containsAll(added(c))),
        bad ->
            containers(bad)
                + " must not include "
                + quoted(extra)
                + " in securityContext.capabilities.add");
  }

  private static List<String> added(JsonNode security) {
    return Meta.strings(security.at("/capabilities/add"));
  }

  // ---- words ----------------------------------------------------------------------------------

  /** The violation of the given items, if there are any. */
  static Optional<String> ifAny(List<String> bad, Function<List<String>, String> detail) {
    return bad.isEmpty() ? Optional.empty() : Optional.of(detail.apply(bad));
  }

  static String containers(List<String> names) {
    return (names.size() == 1 ? "container " : "containers ") + quoted(names);
  }

  /** Names the pod itself, some of its containers, or both. */
  static String setters(boolean pod, List<String> containers) {
    if (containers.isEmpty()) {
      return "pod";
    }
    return (pod ? "pod and " : "") + containers(containers);
  }

  static String quoted(Collection<String> texts) {
    return "\"" + String.join("\", \"", texts) + "\"";
  }
}
