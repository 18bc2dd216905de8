package io.coxswain.kube.deployment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Scales during a rollout: each set grows or shrinks in proportion to its size, so that scaling
 * does not advance the rollout.
 */
final class ProportionalPlan {
  private ProportionalPlan() {}

  /**
   * A set with pods.
   *
   * @param mostBefore the maximum number of pods of all sets when it was last scaled
   */
  record Share(String name, int size, Instant created, OptionalInt mostBefore) {}

  /**
   * The size of every set, in the order of writing. Unchanged sets are included, because their
   * annotations change.
   *
   * @param present the current number of pods, for sets without annotations
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

  /** Among sets of equal size, the newer one grows first and the older one shrinks first. */
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
    // Rounds half up.
    long share = Math.round((double) set.size() * bounds.most() / before);
    return Math.clamp(share, 0, Integer.MAX_VALUE) - set.size();
  }
}
