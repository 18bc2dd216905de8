package io.coxswain.node.registry;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The properties of a node.
 *
 * @param address of the node
 * @param kind in its providerID, its runtime version and the label of its instance type
 * @param labels in addition to the standard ones
 * @param capacity all of it is allocatable
 * @param operatingSystem in Go's words
 * @param architecture in Go's words
 */
public record NodeProfile(
    String address,
    String kind,
    SortedMap<String, String> labels,
    SortedMap<String, Quantity> capacity,
    String operatingSystem,
    String architecture) {
  /** The label of built-in nodes that holds their kind. */
  public static final String KIND_LABEL = "coxswain.io/node-kind";

  public NodeProfile {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
  }
}
