package io.coxswain.runtime.sharding;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.sharding.ShardPlan.Action;
import io.coxswain.runtime.sharding.ShardView.Phase;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A replica that competes for its share of the shards.
 *
 * <p>One task decides: it reads all leases of the program, applies {@link ShardPlan} and renews the
 * lease that makes this replica known. Each shard has its own {@link LeaseElection} with its own
 * task, so that a request that hangs costs the lease of no other shard. A loss of a lease aborts
 * the work of its shard from the task or timer that notices it, without waiting for the deciding
 * task.
 */
public final class ShardElection {
  private static final Logger log = LoggerFactory.getLogger(ShardElection.class);

  /** Leases that have not been used for so many lease durations are deleted. */
  private static final int UNUSED_DURATIONS = 4;

  private final Clock clock;
  private final Tasks tasks;
  private final Client client;
  private final ElectionOptions options;
  private final String namespace;
  private final String identity;
  private final ShardLeaseNames names;
  private final Function<ElectionOptions, LeaseElection> elections;
  private final ShardWork work;
  private final Consumer<Exception> failed;
  private final Bell changed;
  private final ShardLeases leases;
  private final TreeMap<Integer, ShardCandidacy> own = new TreeMap<>();
  private boolean rivalsLogged;
  private long renewedNanos;
  private volatile @Nullable Task deciding;
  private volatile boolean known;
  private volatile @Nullable Duration stopping;

  /**
   * @param client writes to the server that stores the leases
   * @param options the settings of the program's lease, with an identity; those of the shards are
   *     the same
   * @param count the number of shards of the program
   * @param elections creates the candidate for one lease
   * @param failed called when this replica can no longer decide about shards
   */
  public ShardElection(
      Env env,
      Client client,
      ElectionOptions options,
      int count,
      Function<ElectionOptions, LeaseElection> elections,
      ShardWork work,
      Consumer<Exception> failed) {
    this.clock = env.clock();
    this.tasks = env.tasks();
    this.client = client.live();
    this.options = options;
    this.namespace = options.namespace(env);
    this.identity = options.identity();
    this.names = new ShardLeaseNames(options.id(), count);
    this.elections = elections;
    this.work = work;
    this.failed = failed;
    this.changed = env.tasks().newBell();
    this.leases = new ShardLeases(names, identity);
  }

  /** Starts to compete; returns once the other replicas can know this one. */
  public void begin(String program) throws CancelledException {
    deciding = tasks.spawn(program + " shards", this::run);
    while (!known) {
      long seen = changed.rings();
      if (!known) {
        changed.await(seen);
      }
    }
  }

  private void run() throws CancelledException {
    try {
      compete();
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      failed.accept(new IllegalStateException("shard election failed: " + e, e));
    } finally {
      own.values().forEach(ShardCandidacy::cancel);
    }
  }

  private void compete() throws CancelledException {
    while (stopping == null) {
      long seen = changed.rings();
      Duration wait = options.retryPeriod();
      try {
        wait = decide();
      } catch (ApiException e) {
        log.atLevel(e instanceof ApiException.Forbidden ? Level.WARN : Level.INFO)
            .addKeyValue("lock", ObjectKey.of(namespace, options.id()))
            .addKeyValue("err", e.getMessage())
            .log("Failed to read or renew the leases of shards, will retry");
      }
      if (stopping == null) {
        changed.await(seen, wait);
      }
    }
    leaveAll();
  }

  /** Decides once; returns how long to wait if nothing happens. */
  private Duration decide() throws ApiException, CancelledException {
    forgetEnded();
    SortedMap<Integer, Phase> phases = phases();
    leases.observe(client.list(Lease.class).in(namespace).toList(), clock.nanos());
    if (!known || clock.nanos() - renewedNanos >= options.retryPeriod().toNanos()) {
      renewMembership();
    }
    ShardView view = leases.view(phases, clock.nanos());
    logRivals(view);
    ShardPlan.of(view).forEach(this::apply);
    releaseExpired();
    deleteUnused();
    boolean waiting = own.values().stream().anyMatch(each -> each.phase != Phase.WORKING);
    boolean missing = own.size() < view.count() / (view.members().size() + 1);
    Duration retry = options.retryPeriod();
    return leases.untilExpiry(clock.nanos(), waiting || missing ? retry.dividedBy(2) : retry);
  }

  private void forgetEnded() {
    own.values().removeIf(each -> each.ended);
    for (ShardCandidacy each : own.values()) {
      if (each.won && each.phase == Phase.COMPETING) {
        each.phase = Phase.HELD;
      }
    }
  }

  private SortedMap<Integer, Phase> phases() {
    var phases = new TreeMap<Integer, Phase>();
    own.forEach((shard, each) -> phases.put(shard, each.phase));
    return phases;
  }

  private void apply(Action action) {
    switch (action) {
      case Action.Compete(int shard) -> compete(shard);
      case Action.Begin(int shard) -> begin(candidacy(shard));
      case Action.Leave(int shard) -> leave(candidacy(shard), options.renewDeadline());
    }
  }

  private ShardCandidacy candidacy(int shard) {
    return Objects.requireNonNull(own.get(shard));
  }

  private void compete(int shard) {
    LeaseElection election =
        elections.apply(options.forLease(names.shard(shard)).releaseOnCancel());
    leases.shard(shard).ifPresent(seen -> election.expect(seen.lease(), seen.sinceNanos()));
    var candidacy = new ShardCandidacy(shard, election);
    own.put(shard, candidacy);
    candidacy.electing =
        tasks.spawn(
            "election of " + names.shard(shard),
            () -> {
              try {
                election.run(() -> won(candidacy), () -> lost(candidacy));
              } finally {
                candidacy.ended = true;
                changed.ring();
              }
            });
  }

  private void won(ShardCandidacy candidacy) {
    candidacy.won = true;
    changed.ring();
  }

  private void lost(ShardCandidacy candidacy) {
    candidacy.lost = true;
    work.abort(candidacy.shard);
  }

  private void begin(ShardCandidacy candidacy) {
    candidacy.phase = Phase.WORKING;
    work.begin(candidacy.shard, candidacy::isHeld);
    if (candidacy.lost) {
      work.abort(candidacy.shard); // it may have been lost before there was work to abort
    }
  }

  /** Ends the work, then releases the lease, on a task of its own. */
  private void leave(ShardCandidacy candidacy, Duration atMost) {
    if (candidacy.phase == Phase.WORKING) {
      candidacy.leaving =
          tasks.spawn(
              "leave " + names.shard(candidacy.shard),
              () -> {
                work.end(candidacy.shard, atMost);
                candidacy.election.stop();
              });
    } else {
      candidacy.election.stop();
    }
    candidacy.phase = Phase.LEAVING;
  }

  private void logRivals(ShardView view) {
    boolean exist = view.rivals().exist();
    if (exist && !rivalsLogged) {
      log.atInfo()
          .addKeyValue("lock", ObjectKey.of(namespace, options.id()))
          .addKeyValue("shards", view.count())
          .log(
              "Waiting for replicas that run with another number of shards; no work begins before"
                  + " they have ended");
    }
    rivalsLogged = exist;
  }

  // ---- membership -----------------------------------------------------------------------------

  private void renewMembership() throws ApiException {
    Optional<ObservedLease> seen = leases.member();
    try {
      if (seen.isEmpty()) {
        client.create(
            member(
                new LeaseBuilder()
                    .withNewMetadata()
                    .withNamespace(namespace)
                    .withName(names.member(identity))
                    .endMetadata()
                    .build(),
                identity));
      } else {
        client.update(member(seen.get().lease(), identity));
      }
    } catch (ApiException.Conflict | ApiException.AlreadyExists | ApiException.NotFound e) {
      return; // a repeated request of this replica, or deleted by another; read again soon
    }
    renewedNanos = clock.nanos();
    if (!known) {
      known = true;
      changed.ring();
    }
  }

  private Lease member(Lease before, String holder) {
    return new LeaseBuilder(before)
        .withNewSpec()
        .withHolderIdentity(holder)
        .withLeaseDurationSeconds((int) options.leaseDuration().toSeconds())
        .withRenewTime(clock.now().truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC))
        .endSpec()
        .build();
  }

  /**
   * The lease stays, without a holder: as long as it exists, the others know that the holder of the
   * program's lease, which may not be released, was a replica with shards.
   */
  private void releaseMembership() throws CancelledException {
    try {
      Optional<Lease> member =
          client.get(Lease.class, ObjectKey.of(namespace, names.member(identity)));
      if (member.isPresent()) {
        client.update(member(member.get(), ""));
      }
    } catch (ApiException e) {
      log.atInfo()
          .addKeyValue("lock", ObjectKey.of(namespace, names.member(identity)))
          .addKeyValue("err", e.getMessage())
          .log("Failed to release lease");
    }
  }

  /**
   * Releases the leases of replicas that have died. A replica that has just started would have to
   * observe them for a complete lease duration before it may take its share, or know how large that
   * is.
   */
  private void releaseExpired() {
    for (Lease lease : leases.expired(clock.nanos())) {
      boolean mine =
          own.keySet().stream().map(names::shard).anyMatch(lease.getMetadata().getName()::equals);
      if (!mine) {
        quietly(
            "Failed to release lease of another replica",
            lease,
            () -> client.update(released(lease)));
      }
    }
  }

  private static Lease released(Lease lease) {
    return new LeaseBuilder(lease)
        .editSpec()
        .withHolderIdentity("")
        .withLeaseDurationSeconds(1)
        .endSpec()
        .build();
  }

  private interface Write {
    void run() throws ApiException;
  }

  /** Cleans up after others, who may do the same. */
  private static void quietly(String failure, Lease lease, Write write) throws CancelledException {
    try {
      write.run();
    } catch (ApiException e) {
      log.atDebug()
          .addKeyValue("lease", ObjectKey.of(lease))
          .addKeyValue("err", e.getMessage())
          .log(failure);
    }
  }

  private void deleteUnused() {
    Duration time = options.leaseDuration().multipliedBy(UNUSED_DURATIONS);
    for (Lease lease : leases.unused(clock.nanos(), time)) {
      quietly(
          "Failed to delete unused lease",
          lease,
          () -> client.delete(lease, Deletion.background().ifUnchanged()));
    }
  }

  // ---- end ------------------------------------------------------------------------------------

  /**
   * Ends the work of all shards and releases their leases.
   *
   * @param atMost the time that running reconciles may take
   */
  public void stop(Duration atMost) throws CancelledException {
    stopping = atMost;
    changed.ring();
    Task task = deciding;
    if (task != null) {
      task.join(atMost.plus(options.renewDeadline()));
    }
  }

  private void leaveAll() throws CancelledException {
    Duration atMost = stopping;
    for (ShardCandidacy each : own.values()) {
      if (each.phase != Phase.LEAVING) {
        leave(each, atMost == null ? Duration.ZERO : atMost);
      }
    }
    while (true) {
      long seen = changed.rings();
      own.values().removeIf(each -> each.ended);
      if (own.isEmpty()) {
        break;
      }
      changed.await(seen);
    }
    releaseMembership();
  }

  /** Cancels everything; leases are not released. */
  public void cancel() {
    Task task = deciding;
    if (task != null) {
      task.cancel();
    }
  }
}
