package io.coxswain.node.simulated;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Options of simulated nodes.
 *
 * @param count the number of nodes created at the start; more can be created as Node objects at any
 *     time
 * @param prefix of their names
 * @param zones the number of zones over which they are spread, by label
 * @param capacity of each, unless its Node object was created with another
 * @param stages the behaviour of containers
 * @param events whether starts and stops of containers are reported as events
 */
public record SimulatedNodeOptions(
    int count,
    String prefix,
    int zones,
    SortedMap<String, Quantity> capacity,
    Stages stages,
    boolean events) {

  public SimulatedNodeOptions {
    capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
  }

  /** So many nodes of 32 processors, 256Gi, 1Ti of disk and 110 pods each, in three zones. */
  public static SimulatedNodeOptions nodes(int count) {
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", new Quantity("32"));
    capacity.put("memory", new Quantity("256Gi"));
    capacity.put("ephemeral-storage", new Quantity("1Ti"));
    capacity.put("pods", new Quantity("110"));
    return new SimulatedNodeOptions(count, "sim-", 3, capacity, Stages.byDefault(), true);
  }

  public SimulatedNodeOptions withStages(Stages others) {
    return new SimulatedNodeOptions(count, prefix, zones, capacity, others, events);
  }

  public SimulatedNodeOptions withCapacity(SortedMap<String, Quantity> amounts) {
    return new SimulatedNodeOptions(count, prefix, zones, amounts, stages, events);
  }

  /** Reports nothing except the pods' status. */
  public SimulatedNodeOptions withoutEvents() {
    return new SimulatedNodeOptions(count, prefix, zones, capacity, stages, false);
  }
}
