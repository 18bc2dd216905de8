package io.coxswain.kube.deployment;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a rolling update: either the new set changes, or old ones shrink, never both. Old
 * pods that are not available go first, since nothing is lost with them; a set may therefore be
 * named twice.
 */
final class RollingPlan {
  private RollingPlan() {}

  /**
   * The step to take, in order; empty when there is none.
   *
   * @param fresh the set of the present template
   * @param old those of other templates that have pods, the oldest first
   */
  static List<Resize> of(Fenceposts bounds, SetSize fresh, List<SetSize> old) {
    int size = newSize(bounds, fresh, old);
    return size == fresh.size()
        ? shrink(bounds, fresh, old)
        : List.of(new Resize(fresh.name(), size));
  }

  private static int newSize(Fenceposts bounds, SetSize fresh, List<SetSize> old) {
    return fresh.size() >= bounds.replicas()
        ? bounds.replicas()
        : bounds.newSize(fresh.size(), fresh.size() + total(old));
  }

  private static List<Resize> shrink(Fenceposts bounds, SetSize fresh, List<SetSize> old) {
    int unavailable = fresh.size() - fresh.available();
    int room = fresh.size() + total(old) - bounds.minAvailable() - unavailable;
    if (total(old) == 0 || room <= 0) {
      return List.of();
    }
    var resizes = new ArrayList<Resize>();
    var left = new ArrayList<SetSize>();
    for (SetSize set : old) {
      if (room > 0 && set.available() > set.size()) {
        return resizes; // its status is behind: wait until it is known what it really has
      }
      int count = Math.min(room, set.size() - set.available());
      left.add(count > 0 ? resize(set, count, resizes) : set);
      room -= Math.max(count, 0);
    }
    shrinkHealthy(bounds, fresh, left, resizes);
    return resizes;
  }

  private static void shrinkHealthy(
      Fenceposts bounds, SetSize fresh, List<SetSize> old, List<Resize> resizes) {
    int available = fresh.available() + old.stream().mapToInt(SetSize::available).sum();
    int surplus = available - bounds.minAvailable();
    for (SetSize set : old) {
      int count = Math.min(set.size(), surplus);
      if (count > 0) {
        resize(set, count, resizes);
        surplus -= count;
      }
    }
  }

  private static SetSize resize(SetSize set, int count, List<Resize> resizes) {
    SetSize smaller = set.resized(set.size() - count);
    resizes.add(new Resize(set.name(), smaller.size()));
    return smaller;
  }

  private static int total(List<SetSize> sets) {
    return sets.stream().mapToInt(SetSize::size).sum();
  }
}
