package io.coxswain.apiserver.openapi;

import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.Schema;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A served kind to document.
 *
 * @param schema of whole objects
 * @param custom whether it is defined by a CRD
 * @param verbs as in discovery
 * @param subresources those that accept and return the object itself, such as {@code status}
 * @param connections the kind of the options by the name of a connect subresource, such as {@code
 *     proxy}
 */
public record DocumentedKind(
    ResourceType type,
    Schema schema,
    boolean custom,
    SortedSet<String> verbs,
    List<String> subresources,
    SortedMap<String, String> connections) {

  public DocumentedKind {
    verbs = new TreeSet<>(verbs);
    subresources = List.copyOf(subresources);
    connections = Collections.unmodifiableSortedMap(new TreeMap<>(connections));
  }
}
