package io.coxswain.slurm.client;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The words of a node's state: base states, of which a node has one, and flags. */
public enum NodeState {
  UNKNOWN,
  DOWN,
  IDLE,
  ALLOCATED,
  ERROR,
  MIXED,
  FUTURE,
  BLOCKED,
  CLOUD,
  COMPLETING,
  DRAIN,
  DYNAMIC_FUTURE,
  DYNAMIC_NORM,
  EXTERNAL,
  FAIL,
  INVALID,
  INVALID_REG,
  MAINTENANCE,
  NOT_RESPONDING,
  PLANNED,
  POWERED_DOWN,
  POWERING_DOWN,
  POWERING_UP,
  POWER_DOWN,
  POWER_DRAIN,
  POWER_UP,
  REBOOT_CANCELED,
  REBOOT_ISSUED,
  REBOOT_REQUESTED,
  RESERVED,
  RESUME,
  UNDRAIN,
  /** A word of a version of Slurm that we do not know. */
  OTHER;

  /** In the order in which they are looked for. */
  private static final Set<NodeState> BASES = EnumSet.range(UNKNOWN, FUTURE);

  private static final Map<String, NodeState> BY_WORD = words();

  /** Reads one word, in capitals or not. */
  public static NodeState of(String word) {
    return BY_WORD.getOrDefault(word.toUpperCase(Locale.ROOT), OTHER);
  }

  /** The base among the states: the first present, as upstream looks for it. */
  public static Optional<NodeState> baseOf(Set<NodeState> states) {
    return BASES.stream().filter(states::contains).findFirst();
  }

  private static Map<String, NodeState> words() {
    var words = new TreeMap<String, NodeState>();
    for (NodeState state : values()) {
      words.put(state.name(), state);
    }
    // what Slurm up to 22.05 calls them
    words.put("MAINT", MAINTENANCE);
    words.put("REBOOT", REBOOT_REQUESTED);
    words.put("RES", RESERVED);
    words.remove(OTHER.name());
    return words;
  }
}
