package io.coxswain.kube.deployment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Scales in the middle of a rollout: each set grows or shrinks by its share, so that the change of
 * size does not hasten the rollout.
 */
final class ProportionalPlan {
  private ProportionalPlan() {}

  /**
   * A set that has pods.
   *
   * @param mostBefore how many pods there were to be at most, of all sets, when it was last scaled
   */
  record Share(String name, int size, Instant created, OptionalInt mostBefore) {}

  /**
   * The size of every set, in the order in which they are to be written; unchanged ones included,
   * for their annotations are to change.
   *
   * @param present how many pods there are, for sets that do not tell what there were to be
   */
  static List<Resize> of(Fenceposts bounds, int present, List<Share> sets) {
    int allowed = bounds.replicas() > 0 ? bounds.most() : 0;
    int toAdd = allowed - sets.stream().mapToInt(Share::size).sum();
    List<Share> ordered = new ArrayList<>(sets);
    if (toAdd != 0) {
      ordered.sort(largestFirst(toAdd > 0));
    }
    var sizes = new ArrayList<Resize>();
    int left = toAdd;
    for (Share set : ordered) {
      int share = toAdd == 0 ? 0 : share(bounds, present, set, left, toAdd > 0);
      sizes.add(new Resize(set.name(), set.size() + share));
      left -= share;
    }
    if (!sizes.isEmpty()) {
      Resize first = sizes.getFirst();
      sizes.set(0, new Resize(first.name(), Math.max(0, first.size() + left)));
    }
    return sizes;
  }

  /** Among equals the newer grows first, and the older shrinks first. */
  private static Comparator<Share> largestFirst(boolean growing) {
    Comparator<Share> byAge = Comparator.comparing(Share::created).thenComparing(Share::name);
    return Comparator.comparingInt((Share set) -> -set.size())
        .thenComparing(growing ? byAge.reversed() : byAge);
  }

  private static int share(Fenceposts bounds, int present, Share set, int left, boolean growing) {
    if (set.size() == 0 || left == 0) {
      return 0;
    }
    int wanted = change(bounds, present, set);
    return growing ? Math.min(wanted, left) : Math.max(wanted, left);
  }

  private static int change(Fenceposts bounds, int present, Share set) {
    if (bounds.replicas() == 0) {
      return -set.size();
    }
    int before = set.mostBefore().orElse(0);
    before = before == 0 ? present : before;
    if (before == 0) {
      return 0;
    }
    // Half a pod counts as one.
    return Math.toIntExact(Math.round((double) set.size() * bounds.most() / before)) - set.size();
  }
}
