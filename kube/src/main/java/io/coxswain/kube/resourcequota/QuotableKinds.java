package io.coxswain.kube.resourcequota;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.client.Reader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The kinds whose objects can be counted, by plural with group. Immutable. */
record QuotableKinds(Map<String, ResourceType> byName) {
  static final QuotableKinds NONE = new QuotableKinds(Map.of());

  /** Resources that are not stored or never counted. */
  private static final List<String> IGNORED =
      List.of(
          "bindings",
          "events",
          "events.events.k8s.io",
          "localsubjectaccessreviews.authorization.k8s.io");

  static QuotableKinds of(List<Reader.Served> served) {
    var byName = new TreeMap<String, ResourceType>();
    for (Reader.Served kind : served) {
      ResourceType type = kind.type();
      if (type.namespaced()
          && kind.verbs().containsAll(List.of("create", "list", "watch", "delete"))
          && !IGNORED.contains(type.qualifiedPlural())) {
        byName.put(type.qualifiedPlural(), type);
      }
    }
    return new QuotableKinds(byName);
  }
}
