package io.coxswain.runtime.manager;

import java.util.Collection;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The runnables of a manager by stage and, for those of the leader, by leader election group. */
final class RunnableGroups {
  private final SortedMap<Manager.Stage, Group> stages = new TreeMap<>();

  /** The leader's runnables by leader election group; the default group has the empty name. */
  private final SortedMap<String, ElectedGroup> elected = new TreeMap<>();

  RunnableGroups(Supplier<Group> newGroup) {
    for (Manager.Stage stage : Manager.Stage.values()) {
      stages.put(stage, newGroup.get());
    }
  }

  Group stage(Manager.Stage stage) {
    return Objects.requireNonNull(stages.get(stage));
  }

  Collection<Group> stages() {
    return stages.values();
  }

  void elect(String name, ElectedGroup group) {
    elected.put(name, group);
  }

  Collection<ElectedGroup> elected() {
    return elected.values();
  }

  /**
   * @throws IllegalArgumentException if no lease is configured for the group
   */
  ElectedGroup elected(String name) {
    ElectedGroup group = elected.get(name);
    if (group == null) {
      throw new IllegalArgumentException(
          "no lease is configured for leader election group \"" + name + "\"");
    }
    return group;
  }
}
