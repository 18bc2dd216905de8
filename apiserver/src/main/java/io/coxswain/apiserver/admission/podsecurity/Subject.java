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

/** A pod, or the template of some, as the checks look at it. */
record Subject(JsonNode metadata, JsonNode spec) {

  List<JsonNode> containers() {
    var all = new ArrayList<JsonNode>();
    for (String kind : PodSpecs.CONTAINER_LISTS) {
      spec.path(kind).forEach(all::add);
    }
    return all;
  }

  /** The names of containers that are so, in their order. */
  List<String> named(Predicate<JsonNode> so) {
    return containers().stream().filter(so).map(c -> c.path("name").asText()).toList();
  }

  /** The names of containers whose security context is so. */
  List<String> secured(Predicate<JsonNode> so) {
    return named(container -> so.test(container.path("securityContext")));
  }

  JsonNode security() {
    return spec.path("securityContext");
  }

  boolean isWindows() {
    return spec.at("/os/name").asText().equals("windows");
  }

  /** Whether its users are not those of the node, so that being root in it means little. */
  boolean hasOwnUsers() {
    return spec.path("hostUsers").isBoolean() && !spec.path("hostUsers").asBoolean();
  }

  /** Which containers add which capabilities besides those allowed, if any do. */
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

  /** What is wrong with the bad ones, if there are any. */
  static Optional<String> ifAny(List<String> bad, Function<List<String>, String> detail) {
    return bad.isEmpty() ? Optional.empty() : Optional.of(detail.apply(bad));
  }

  static String containers(List<String> names) {
    return (names.size() == 1 ? "container " : "containers ") + quoted(names);
  }

  /** The pod itself, some of its containers, or both. */
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
