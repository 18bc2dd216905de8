package io.coxswain.runtime.sharding;

import io.coxswain.runtime.sharding.ShardLeaseNames.Purpose;
import io.coxswain.runtime.sharding.ShardView.Phase;
import io.coxswain.runtime.sharding.ShardView.Rivals;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a program as last read, each with the time since which it has not changed. Not
 * thread-safe.
 */
final class ShardLeases {
  private final ShardLeaseNames names;
  private final String identity;
  private TreeMap<String, ObservedLease> all = new TreeMap<>();

  ShardLeases(ShardLeaseNames names, String identity) {
    this.names = names;
    this.identity = identity;
  }

  /** Replaces what is known; leases of other programs are ignored. */
  void observe(List<Lease> leases, long nowNanos) {
    var next = new TreeMap<String, ObservedLease>();
    for (Lease lease : leases) {
      String name = lease.getMetadata().getName();
      if (names.parse(name).isPresent()) {
        ObservedLease before = all.get(name);
        next.put(
            name,
            before == null ? new ObservedLease(lease, nowNanos) : before.next(lease, nowNanos));
      }
    }
    all = next;
  }

  Optional<ObservedLease> shard(int number) {
    return Optional.ofNullable(all.get(names.shard(number)));
  }

  Optional<ObservedLease> member() {
    return Optional.ofNullable(all.get(names.member(identity)));
  }

  ShardView view(SortedMap<Integer, Phase> own, long nowNanos) {
    var holders = new TreeMap<Integer, String>();
    var members = new TreeSet<String>();
    var replicas = new TreeSet<String>();
    int otherCount = 0;
    for (var entry : all.entrySet()) {
      ObservedLease lease = entry.getValue();
      boolean held = lease.isHeld(nowNanos);
      switch (purpose(entry.getKey())) {
        case Purpose.Member(String hash, int count) -> {
          replicas.add(hash);
          if (held && count == names.count()) {
            members.add(lease.holder());
          }
        }
        case Purpose.Shard(int number, int count) when held && count == names.count() ->
            holders.put(number, lease.holder());
        case Purpose.Shard(int number, int count) when held ->
            otherCount = Math.max(otherCount, count);
        case Purpose.Shard shard -> {}
        case Purpose.Program program -> {}
      }
    }
    members.remove(identity);
    return new ShardView(
        identity,
        names.count(),
        own,
        holders,
        members,
        new Rivals(isUndivided(replicas, nowNanos), otherCount));
  }

  /** Whether the leader of the program is no replica with shards. */
  private boolean isUndivided(Set<String> replicas, long nowNanos) {
    @Nullable ObservedLease program = all.get(names.id());
    return program != null
        && program.isHeld(nowNanos)
        && !program.holder().equals(identity)
        && !replicas.contains(ShardLeaseNames.hash(program.holder()));
  }

  /** The time until the first lease of another replica expires; at most the given one. */
  Duration untilExpiry(long nowNanos, Duration atMost) {
    long wait = atMost.toNanos();
    for (ObservedLease lease : all.values()) {
      if (lease.isHeld(nowNanos) && !lease.holder().equals(identity)) {
        wait = Math.min(wait, lease.expiryNanos() - nowNanos);
      }
    }
    return Duration.ofNanos(wait);
  }

  /**
   * Leases that no replica has used for so long: of members that have ended, and of shards of
   * another number.
   */
  List<Lease> unused(long nowNanos, Duration time) {
    var unused = new ArrayList<Lease>();
    all.forEach(
        (name, lease) -> {
          boolean disposable =
              switch (purpose(name)) {
                case Purpose.Member member -> !name.equals(names.member(identity));
                case Purpose.Shard(int number, int count) -> count != names.count();
                case Purpose.Program program -> false;
              };
          boolean old = nowNanos - lease.sinceNanos() >= time.toNanos();
          if (disposable && old && !lease.isHeld(nowNanos)) {
            unused.add(lease.lease());
          }
        });
    return unused;
  }

  /** The leases of members and shards that their holders have not renewed in time. */
  List<Lease> expired(long nowNanos) {
    var expired = new ArrayList<Lease>();
    all.forEach(
        (name, lease) -> {
          boolean abandoned = !lease.holder().isEmpty() && !lease.isHeld(nowNanos);
          if (abandoned && !(purpose(name) instanceof Purpose.Program)) {
            expired.add(lease.lease());
          }
        });
    return expired;
  }

  private Purpose purpose(String name) {
    return names.parse(name).orElseThrow();
  }
}
