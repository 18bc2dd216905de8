package io.coxswain.apiserver.openapi;

import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.Schema;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What there is to say of one served kind.
 *
 * @param schema of whole objects
 * @param custom whether it is defined by a custom resource definition
 * @param verbs as in discovery
 * @param subresources names of those that take and return the object itself, such as {@code status}
 */
public record DocumentedKind(
    ResourceType type,
    Schema schema,
    boolean custom,
    SortedSet<String> verbs,
    List<String> subresources) {

  public DocumentedKind {
    verbs = new TreeSet<>(verbs);
    subresources = List.copyOf(subresources);
  }
}
