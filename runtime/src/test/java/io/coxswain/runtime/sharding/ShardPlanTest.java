package io.coxswain.runtime.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.runtime.sharding.ShardPlan.Action;
import io.coxswain.runtime.sharding.ShardView.Phase;
import io.coxswain.runtime.sharding.ShardView.Rivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ShardPlanTest {

  @Test
  void competesForAllShardsAlone() {
    assertThat(plan(4, Map.of(), Map.of(), Rivals.NONE))
        .containsExactlyInAnyOrder(
            new Action.Compete(0),
            new Action.Compete(1),
            new Action.Compete(2),
            new Action.Compete(3));
  }

  @Test
  void beginsTheWorkOfAnAcquiredShard() {
    assertThat(plan(1, Map.of(0, Phase.HELD), Map.of(0, "me"), Rivals.NONE))
        .containsExactly(new Action.Begin(0));
  }

  @Test
  void givesUpTheSurplusWhenAReplicaJoins() {
    Map<Integer, Phase> own =
        Map.of(0, Phase.WORKING, 1, Phase.WORKING, 2, Phase.WORKING, 3, Phase.WORKING);

    assertThat(plan(4, own, Map.of(0, "me", 1, "me", 2, "me", 3, "me"), Rivals.NONE, "another"))
        .containsExactly(new Action.Leave(3), new Action.Leave(2));
  }

  @Test
  void movesNothingWhenSharesDifferByOne() {
    assertThat(
            plan(
                3,
                Map.of(0, Phase.WORKING, 2, Phase.WORKING),
                Map.of(0, "me", 1, "another", 2, "me"),
                Rivals.NONE,
                "another"))
        .isEmpty();
  }

  @Test
  void stopsCompetingForAShardThatAnotherReplicaHasAcquired() {
    assertThat(plan(2, Map.of(0, Phase.COMPETING), Map.of(0, "another"), Rivals.NONE, "another"))
        .containsExactly(new Action.Leave(0), new Action.Compete(1));
  }

  @Test
  void holdsAShardButDoesNotWorkWhileAnotherNumberIsInUse() {
    Map<Integer, Phase> own = Map.of(0, Phase.HELD, 1, Phase.COMPETING);

    assertThat(plan(4, own, Map.of(0, "me"), new Rivals(false, 2)))
        .containsExactly(new Action.Leave(1));
    assertThat(plan(4, own, Map.of(0, "me"), new Rivals(false, 8)))
        .containsExactly(new Action.Leave(1), new Action.Leave(0));
  }

  @Test
  void givesEverythingUpForALeaderWithoutShards() {
    assertThat(
            plan(
                2,
                Map.of(0, Phase.WORKING, 1, Phase.HELD),
                Map.of(0, "me", 1, "me"),
                new Rivals(true, 0)))
        .containsExactly(new Action.Leave(0), new Action.Leave(1));
  }

  /** Replicas that see the same leases reach shares that differ by at most one, and rest. */
  @Test
  void sharesAddUpFromAnyStart() {
    var random = new Random(1);
    for (int run = 0; run < 2_000; run++) {
      int shards = 1 + random.nextInt(16);
      int replicas = 1 + random.nextInt(6);
      List<Integer> start = random.ints(shards, 0, 9).boxed().toList();
      distribute(shards, replicas, start);
    }
  }

  /**
   * @param start the replica that holds each shard at first; none if it does not exist
   */
  private static void distribute(int shards, int replicas, List<Integer> start) {
    var names = new ArrayList<String>();
    for (int i = 0; i < replicas; i++) {
      names.add("replica-" + i);
    }
    var holders = new TreeMap<Integer, String>();
    for (int shard = 0; shard < Math.min(shards, start.size()); shard++) {
      if (start.get(shard) < replicas) {
        holders.put(shard, names.get(start.get(shard)));
      }
    }

    for (int round = 0; round < 3; round++) {
      var seen = Collections.unmodifiableSortedMap(new TreeMap<>(holders));
      for (String name : names) {
        for (Action action : ShardPlan.of(view(shards, name, names, seen))) {
          switch (action) {
            case Action.Compete(int shard) -> holders.putIfAbsent(shard, name);
            case Action.Leave(int shard) -> holders.remove(shard, name);
            case Action.Begin begin -> {}
          }
        }
      }
    }

    assertThat(holders).hasSize(shards);
    for (String name : names) {
      assertThat(Collections.frequency(holders.values(), name))
          .isBetween(shards / replicas, (shards + replicas - 1) / replicas);
      assertThat(ShardPlan.of(view(shards, name, names, holders))).isEmpty();
    }
  }

  @Test
  void dividesNumberedNamespacesEvenly() {
    int[] sizes = new int[4];
    for (int i = 0; i < 100; i++) {
      sizes[NamespaceShard.of("team-" + i, sizes.length)]++;
    }

    assertThat(Arrays.stream(sizes).boxed()).allSatisfy(size -> assertThat(size).isBetween(15, 35));
  }

  @Test
  void namesAndRecognisesLeases() {
    var names = new ShardLeaseNames("6d4f6a47.jobset.x-k8s.io", 8);

    assertThat(names.shard(3)).isEqualTo("6d4f6a47.jobset.x-k8s.io-shard-3-of-8");
    assertThat(names.parse(names.shard(3))).contains(new ShardLeaseNames.Purpose.Shard(3, 8));
    assertThat(names.parse(names.member("a")))
        .contains(new ShardLeaseNames.Purpose.Member(ShardLeaseNames.hash("a"), 8));
    assertThat(names.parse("6d4f6a47.jobset.x-k8s.io"))
        .contains(new ShardLeaseNames.Purpose.Program());
    assertThat(names.parse("6d4f6a47.jobset.x-k8s.io-shard-x-of-8")).isEmpty();
    assertThat(names.parse("another")).isEmpty();
  }

  private static ShardView view(
      int shards, String name, List<String> names, SortedMap<Integer, String> holders) {
    var own = new TreeMap<Integer, Phase>();
    holders.forEach(
        (shard, holder) -> {
          if (holder.equals(name)) {
            own.put(shard, Phase.WORKING);
          }
        });
    var members = new TreeSet<>(names);
    members.remove(name);
    return new ShardView(name, shards, own, holders, members, Rivals.NONE);
  }

  private static List<Action> plan(
      int shards,
      Map<Integer, Phase> own,
      Map<Integer, String> holders,
      Rivals rivals,
      String... members) {
    return ShardPlan.of(
        new ShardView(
            "me",
            shards,
            new TreeMap<>(own),
            new TreeMap<>(holders),
            new TreeSet<>(List.of(members)),
            rivals));
  }
}
