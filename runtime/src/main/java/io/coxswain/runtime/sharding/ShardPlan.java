package io.coxswain.runtime.sharding;

import io.coxswain.runtime.sharding.ShardView.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Decides what a replica does with each shard. Pure: replicas that see the same leases compute
 * shares that add up to the number of shards.
 */
final class ShardPlan {
  private final ShardView view;
  private final List<String> ranked;
  private final List<Action> actions = new ArrayList<>();

  sealed interface Action {
    int shard();

    /** Tries to acquire the lease of a shard. */
    record Compete(int shard) implements Action {}

    /** Starts the work of a shard whose lease has been acquired. */
    record Begin(int shard) implements Action {}

    /** Ends work or candidacy, then releases the lease. */
    record Leave(int shard) implements Action {}
  }

  private ShardPlan(ShardView view) {
    this.view = view;
    this.ranked = ranked();
  }

  static List<Action> of(ShardView view) {
    var plan = new ShardPlan(view);
    plan.decide();
    return plan.actions;
  }

  private void decide() {
    List<Integer> working = in(Phase.WORKING);
    List<Integer> held = in(Phase.HELD);
    List<Integer> competing = in(Phase.COMPETING);
    if (view.rivals().undivided()) {
      // The leader of a program without shards reconciles every key.
      leave(working);
      leave(held);
      leave(competing);
      return;
    }
    int share = shareOf(view.identity());
    List<Integer> lost = competing.stream().filter(this::isTaken).toList();
    leave(lost);
    competing.removeAll(lost);
    trim(working.size() + held.size() + competing.size() - share, competing, held, working);
    if (view.rivals().exist()) {
      leave(competing);
      if (working.isEmpty() && view.rivals().largestCount() > view.count()) {
        leave(held); // of two numbers that wait for each other, the larger one prevails
      }
      return;
    }
    held.forEach(shard -> actions.add(new Action.Begin(shard)));
    free().stream()
        .limit(Math.max(0, share - working.size() - held.size() - competing.size()))
        .forEach(shard -> actions.add(new Action.Compete(shard)));
  }

  private List<Integer> in(Phase phase) {
    var shards = new ArrayList<Integer>();
    view.own()
        .forEach(
            (shard, is) -> {
              if (is == phase) {
                shards.add(shard);
              }
            });
    return shards;
  }

  private void leave(List<Integer> shards) {
    shards.forEach(shard -> actions.add(new Action.Leave(shard)));
  }

  /** Leaves so many shards, those first in which the least has been invested. */
  private void trim(
      int surplus, List<Integer> competing, List<Integer> held, List<Integer> working) {
    int remaining = surplus;
    for (List<Integer> shards : List.of(competing, held, working)) {
      while (remaining > 0 && !shards.isEmpty()) {
        actions.add(new Action.Leave(shards.removeLast()));
        remaining--;
      }
    }
  }

  private boolean isTaken(int shard) {
    String holder = view.holders().get(shard);
    return holder != null && !holder.equals(view.identity());
  }

  /**
   * The free shards that this replica should take. All replicas that see the same leases divide
   * them in the same way, so that no two compete for one.
   */
  private List<Integer> free() {
    var mine = new ArrayList<Integer>();
    var free = new ArrayDeque<Integer>();
    for (int shard = 0; shard < view.count(); shard++) {
      String holder = view.holders().get(shard);
      if (holder == null) {
        free.add(shard);
      } else if (holder.equals(view.identity())) {
        mine.add(shard);
      }
    }
    for (String replica : new TreeSet<>(ranked)) {
      for (long i = held(replica); i < shareOf(replica) && !free.isEmpty(); i++) {
        int shard = free.remove();
        if (replica.equals(view.identity())) {
          mine.add(shard);
        }
      }
    }
    mine.removeAll(view.own().keySet());
    return mine;
  }

  /** The number of shards of a replica. */
  private int shareOf(String replica) {
    int extra = ranked.indexOf(replica) < view.count() % ranked.size() ? 1 : 0;
    return view.count() / ranked.size() + extra;
  }

  /**
   * All replicas. Those that hold the most come first and get the shards that are left over, so
   * that no shard moves once the numbers differ by at most one.
   */
  private List<String> ranked() {
    var replicas = new TreeSet<>(view.members());
    replicas.add(view.identity());
    return replicas.stream()
        .sorted(
            Comparator.comparingLong((String replica) -> -held(replica))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private long held(String replica) {
    return view.holders().values().stream().filter(replica::equals).count();
  }
}
