package io.coxswain.node.registry;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node says about itself.
 *
 * @param address where it is reached
 * @param kind in its providerID, its runtime version and the label of its instance type
 * @param labels beside the usual ones
 * @param capacity all of it may be used by pods
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

  public NodeProfile {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
  }
}
