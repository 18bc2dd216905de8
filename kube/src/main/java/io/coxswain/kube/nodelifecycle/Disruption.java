package io.coxswain.kube.nodelifecycle;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The reaction to the state of all zones. If every zone is disrupted, the cause is probably in the
 * network of the control plane: all taints are removed, and no node is tainted until one reports
 * again.
 *
 * @param states the new states of the zones
 * @param rates changed eviction rates, by zone
 */
record Disruption(Turn turn, SortedMap<String, ZoneState> states, SortedMap<String, Double> rates) {

  /** Additional actions. */
  enum Turn {
    NOTHING,
    /** All zones are disrupted: remove the NoExecute taints from all nodes. */
    STOP,
    /** At least one zone has recovered: restart the grace period of every node. */
    RESUME
  }

  /** Node counts of a zone. */
  record Zone(int ready, int notReady) {
    static final Zone EMPTY = new Zone(0, 0);

    Zone plus(boolean isReady) {
      return isReady ? new Zone(ready + 1, notReady) : new Zone(ready, notReady + 1);
    }

    int size() {
      return ready + notReady;
    }
  }

  static Disruption plan(
      SortedMap<String, ZoneState> before,
      SortedMap<String, Zone> zones,
      NodeLifecycleOptions options) {
    var states = new TreeMap<String, ZoneState>();
    zones.forEach(
        (name, zone) ->
            states.put(
                name,
                ZoneState.of(zone.ready(), zone.notReady(), options.unhealthyZoneThreshold())));
    boolean allLost = states.values().stream().allMatch(s -> s == ZoneState.FULL_DISRUPTION);
    boolean allWereLost =
        zones.keySet().stream()
            .allMatch(
                name -> before.getOrDefault(name, ZoneState.INITIAL) == ZoneState.FULL_DISRUPTION);
    var rates = new TreeMap<String, Double>();
    if (allLost) {
      if (!allWereLost) {
        zones.keySet().forEach(name -> rates.put(name, 0.0));
      }
      return of(allWereLost ? Turn.NOTHING : Turn.STOP, states, rates);
    }
    zones.forEach(
        (name, zone) -> {
          ZoneState state = states.getOrDefault(name, ZoneState.INITIAL);
          if (allWereLost || state != before.getOrDefault(name, ZoneState.INITIAL)) {
            rates.put(name, state.rate(zone.size(), options));
          }
        });
    return of(allWereLost ? Turn.RESUME : Turn.NOTHING, states, rates);
  }

  private static Disruption of(
      Turn turn, SortedMap<String, ZoneState> states, SortedMap<String, Double> rates) {
    return new Disruption(
        turn, Collections.unmodifiableSortedMap(states), Collections.unmodifiableSortedMap(rates));
  }
}
