package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What a pod requests or is limited to as a whole. */
final class PodAmounts {
  private static final List<String> OF_PODS = List.of("cpu", "memory");

  private PodAmounts() {}

  /**
   * Of all containers together; an init container counts only where it needs more than what runs
   * after it, unless it goes on running.
   *
   * @param part {@code requests} or {@code limits}
   */
  static Amounts of(JsonNode spec, String part) {
    Amounts all = Amounts.none();
    for (JsonNode container : spec.path("containers")) {
      all.add(Amounts.of(container.at("/resources/" + part)));
    }
    Amounts sidecars = Amounts.none();
    Amounts initial = Amounts.none();
    for (JsonNode container : spec.path("initContainers")) {
      Amounts its = Amounts.of(container.at("/resources/" + part));
      if (container.path("restartPolicy").asText("").equals("Always")) {
        all.add(its);
        sidecars.add(its);
        its = sidecars.copy();
      } else {
        its.add(sidecars);
      }
      initial.raise(its);
    }
    all.raise(initial);
    Amounts whole = Amounts.of(spec.at("/resources/" + part));
    whole.only(OF_PODS::contains).byName().forEach(all::set);
    return all;
  }
}
