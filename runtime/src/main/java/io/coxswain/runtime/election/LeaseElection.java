package io.coxswain.runtime.election;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A candidate for leader election. {@link #run} acquires the lease, then renews it until that fails
 * or {@link #stop} is called. It runs on one task; a timer ends the leadership if a renewal hangs.
 */
public final class LeaseElection {
  private static final Logger log = LoggerFactory.getLogger(LeaseElection.class);
  static final double JITTER = 1.2;

  private final Clock clock;
  private final Timers timers;
  private final Entropy entropy;
  private final Client client;
  private final ElectionOptions options;
  private final ObjectKey key;
  private final String identity;
  private final Recorder events;
  private final Consumer<Boolean> leads;
  private final Runnable slowPath;
  private final Bell changed;

  private volatile @Nullable Lease seen;
  private volatile long seenNanos;
  private volatile boolean released;
  private volatile long renewedNanos;
  private volatile boolean leading;
  private volatile boolean stopping;
  private final AtomicBoolean expired = new AtomicBoolean();

  /**
   * @param client writes to the server that stores the lease
   * @param leads called whenever this replica starts or stops leading
   * @param slowPath called whenever the lease had to be read before it could be written
   */
  public LeaseElection(
      Env env,
      Client client,
      ElectionOptions options,
      Function<String, Recorder> recorder,
      Consumer<Boolean> leads,
      Runnable slowPath) {
    options.check();
    this.clock = env.clock();
    this.timers = env.timers();
    this.entropy = env.entropy().derive("election");
    this.client = client.live();
    this.options = options;
    this.key = ObjectKey.of(options.namespace(env), options.id);
    this.identity =
        options.identity.isEmpty() ? options.host + "_" + entropy.uuid() : options.identity;
    this.events = recorder.apply(identity);
    this.leads = leads;
    this.slowPath = slowPath;
    this.changed = env.tasks().newBell();
    leads.accept(false);
  }

  /** The identity of this replica as the holder of the lease. */
  public String identity() {
    return identity;
  }

  /**
   * Begins with what the caller has observed of the lease, so that an expired lease is taken over
   * at the first attempt. To be called before {@link #run}.
   *
   * @param sinceNanos when the lease was first observed in this state, by the clock of the
   *     environment
   */
  public void expect(Lease lease, long sinceNanos) {
    seen = lease;
    seenNanos = sinceNanos;
  }

  /** Whether this replica currently leads. */
  public boolean isLeading() {
    return leading && clock.nanos() - renewedNanos < options.renewDeadline.toNanos();
  }

  /**
   * Fails if this replica was the last known holder and that was longer ago than the lease duration
   * plus the slack: the process should have ended, but has not.
   */
  public void check(Duration slack) {
    Lease last = seen;
    long age = clock.nanos() - seenNanos;
    if (last != null
        && isHeldByUs(last)
        && !released
        && age > options.lease.plus(slack).toNanos()) {
      throw new IllegalStateException("failed election to renew leadership on lease " + key.name());
    }
  }

  /**
   * Waits for the lease, calls {@code won} once and renews the lease until {@link #stop} is called
   * or it is lost; then calls {@code lost} once, at the renew deadline, even if a request hangs, or
   * immediately if the election itself fails. Neither callback may block.
   */
  public void run(Runnable won, Runnable lost) throws CancelledException {
    try {
      compete(won, lost);
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      log.atError().addKeyValue("lock", key).setCause(e).log("Leader election failed");
      leading = false;
      if (expired.compareAndSet(false, true)) {
        lost.run();
      }
    }
  }

  private void compete(Runnable won, Runnable lost) throws CancelledException {
    log.atInfo()
        .addKeyValue("lock", key)
        .addKeyValue("identity", identity)
        .log("Attempting to acquire leader lease...");
    while (!attempt()) {
      if (pause(jittered())) {
        return;
      }
    }
    if (!stopping) {
      startLeading();
      won.run();
      keep(lost);
      stopLeading();
    }
    if (stopping) {
      release();
    }
  }

  /** Renews until stopped or the renew deadline has passed. */
  private void keep(Runnable lost) throws CancelledException {
    while (true) {
      Timers.Timer watchdog = timers.after(untilDeadline(), () -> expire(lost));
      try {
        if (pause(options.retryPeriod)) {
          return;
        }
        if (!attempt() && isLeading()) {
          log.atInfo()
              .addKeyValue("lock", key)
              .addKeyValue("err", "the lease has not been renewed within the retry period")
              .log("Failed to renew lease");
        }
        if (expire(lost)) {
          return;
        }
      } finally {
        watchdog.cancel();
      }
    }
  }

  private Duration untilDeadline() {
    long remaining = renewedNanos + options.renewDeadline.toNanos() - clock.nanos();
    return Duration.ofNanos(Math.max(0, remaining));
  }

  /**
   * Called by the task and, if that hangs, by a timer. A renewal that succeeds after the timer has
   * called {@code lost} does not bring the leadership back.
   */
  private boolean expire(Runnable lost) {
    if (isLeading() || stopping) {
      return false;
    }
    leading = false;
    if (expired.compareAndSet(false, true)) {
      lost.run();
      changed.ring();
    }
    return true;
  }

  private void startLeading() {
    leading = true;
    leads.accept(true);
    log.atInfo()
        .addKeyValue("lock", key)
        .addKeyValue("identity", identity)
        .log("Successfully acquired lease");
    events.normal(about(), "LeaderElection", "%s became leader", identity);
  }

  private void stopLeading() {
    leading = false;
    leads.accept(false);
    log.atInfo().addKeyValue("lock", key).addKeyValue("identity", identity).log("Stopped leading");
    events.normal(about(), "LeaderElection", "%s stopped leading", identity);
  }

  /** Waits; true if stopped. */
  private boolean pause(Duration time) throws CancelledException {
    long deadline = clock.nanos() + time.toNanos();
    while (true) {
      long rings = changed.rings();
      long remaining = deadline - clock.nanos();
      if (stopping || expired.get() || remaining <= 0) {
        return stopping;
      }
      changed.await(rings, Duration.ofNanos(remaining));
    }
  }

  private Duration jittered() {
    return Duration.ofNanos(
        (long) (options.retryPeriod.toNanos() * (1 + JITTER * entropy.nextDouble())));
  }

  /** Ends {@link #run}. */
  public void stop() {
    stopping = true;
    changed.ring();
  }

  // ---- one try --------------------------------------------------------------------------------

  /** Tries to acquire or renew the lease. */
  private boolean attempt() throws CancelledException {
    try {
      return renewAsSeen() || getOrTakeOver();
    } catch (ApiException e) {
      log.atInfo()
          .addKeyValue("lock", key)
          .addKeyValue("err", e.getMessage())
          .log("Failed to acquire or renew lease");
      return false;
    }
  }

  /**
   * While this replica is the holder, no other client should have changed the lease: one request
   * instead of two.
   */
  private boolean renewAsSeen() throws ApiException {
    if (seen == null || !isHeldByUs(seen) || isExpired(seen)) {
      return false;
    }
    try {
      return write(seen, renewed(seen.getSpec()));
    } catch (ApiException.NoAnswer e) {
      throw e;
    } catch (ApiException e) {
      return false;
    }
  }

  private boolean getOrTakeOver() throws ApiException {
    slowPath.run();
    Optional<Lease> found = client.get(Lease.class, key);
    if (found.isEmpty()) {
      log.atInfo().addKeyValue("lock", key).log("Lease lock not found");
      return create();
    }
    Lease lease = found.get();
    observe(lease);
    if (isHeldByUs(lease)) {
      return write(lease, renewed(lease.getSpec()));
    }
    if (!holder(lease).isEmpty() && !isExpired(lease)) {
      log.atDebug()
          .addKeyValue("lock", key)
          .addKeyValue("holder", holder(lease))
          .log("Lease is held by and has not yet expired");
      return false;
    }
    if (!holder(lease).isEmpty()) {
      log.atInfo().addKeyValue("lock", key).log("Lease has expired");
    }
    return write(lease, takenOver(lease.getSpec()));
  }

  private boolean create() throws ApiException {
    Lease lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(key.namespace())
            .withName(key.name())
            .endMetadata()
            .withSpec(takenOver(null))
            .build();
    label(lease);
    long before = clock.nanos();
    observe(client.create(lease));
    renewedNanos = before;
    return true;
  }

  private boolean write(Lease lease, LeaseSpec spec) throws ApiException {
    Lease next = new LeaseBuilder(lease).withSpec(spec).build();
    label(next);
    long before = clock.nanos();
    observe(client.update(next));
    renewedNanos = before;
    return true;
  }

  private void label(Lease lease) {
    if (!options.labels.isEmpty()) {
      if (lease.getMetadata().getLabels() == null) {
        lease.getMetadata().setLabels(new java.util.LinkedHashMap<>());
      }
      lease.getMetadata().getLabels().putAll(options.labels);
    }
  }

  /** Records when the lease was last observed to change. */
  private void observe(Lease lease) {
    if (seen == null || !Objects.equals(seen.getSpec(), lease.getSpec())) {
      seenNanos = clock.nanos();
    }
    seen = lease;
  }

  private boolean isExpired(Lease lease) {
    Integer seconds = lease.getSpec() == null ? null : lease.getSpec().getLeaseDurationSeconds();
    long duration = Duration.ofSeconds(seconds == null ? 0 : seconds).toNanos();
    return clock.nanos() - seenNanos >= duration;
  }

  private boolean isHeldByUs(Lease lease) {
    return holder(lease).equals(identity);
  }

  private static String holder(Lease lease) {
    String holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
    return holder == null ? "" : holder;
  }

  // ---- lease content --------------------------------------------------------------------------

  private LeaseSpec renewed(LeaseSpec spec) {
    return new LeaseSpecBuilder(spec)
        .withLeaseDurationSeconds((int) options.lease.toSeconds())
        .withRenewTime(now())
        .build();
  }

  private LeaseSpec takenOver(@Nullable LeaseSpec before) {
    Integer transitions = before == null ? null : before.getLeaseTransitions();
    int count = before == null ? 0 : (transitions == null ? 0 : transitions) + 1;
    return new LeaseSpecBuilder()
        .withHolderIdentity(identity)
        .withLeaseDurationSeconds((int) options.lease.toSeconds())
        .withAcquireTime(now())
        .withRenewTime(now())
        .withLeaseTransitions(count)
        .build();
  }

  private LeaseSpec released(LeaseSpec before) {
    return new LeaseSpecBuilder()
        .withHolderIdentity("")
        .withLeaseDurationSeconds(1)
        .withAcquireTime(now())
        .withRenewTime(now())
        .withLeaseTransitions(before.getLeaseTransitions())
        .build();
  }

  private ZonedDateTime now() {
    return clock.now().truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC);
  }

  /**
   * Releases the lease, so that another replica can lead immediately; retried until the renew
   * deadline.
   */
  private void release() throws CancelledException {
    if (!options.releaseOnCancel) {
      return;
    }
    long deadline = renewedNanos + options.renewDeadline.toNanos();
    do {
      try {
        Optional<Lease> lease = client.get(Lease.class, key);
        if (lease.isEmpty() || !isHeldByUs(lease.get())) {
          return;
        }
        client.update(
            new LeaseBuilder(lease.get()).withSpec(released(lease.get().getSpec())).build());
        released = true;
        log.atInfo()
            .addKeyValue("lock", key)
            .addKeyValue("identity", identity)
            .log("Released lease");
        return;
      } catch (ApiException e) {
        log.atError()
            .addKeyValue("lock", key)
            .addKeyValue("err", e.getMessage())
            .log("Failed to release lease");
        clock.sleep(options.retryPeriod);
      }
    } while (clock.nanos() < deadline);
  }

  private Lease about() {
    return seen == null
        ? new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(key.namespace())
            .withName(key.name())
            .endMetadata()
            .build()
        : seen;
  }
}
