package io.coxswain.runtime.manager;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Task;
import io.coxswain.runtime.controller.ShardedController;
import io.coxswain.runtime.sharding.ShardWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sharded controllers of a manager, and for each shard that it holds the group that runs them.
 * Thread-safe.
 */
final class ShardGroups implements ShardWork {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);

  private final Clock clock;
  private final Supplier<Group> newGroup;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Registration> registered = new ArrayList<>();
  private final TreeMap<Integer, Running> running = new TreeMap<>();

  private record Registration(ShardedController<?> controller, UnaryOperator<Runner> wrapping) {}

  /**
   * @param permitted whether reconciles may write; never again once it is false
   */
  private record Running(Group group, AtomicBoolean ended, BooleanSupplier permitted) {
    void cancel() {
      ended.set(true);
      group.cancel();
    }
  }

  ShardGroups(Clock clock, Supplier<Group> newGroup) {
    this.clock = clock;
    this.newGroup = newGroup;
  }

  /** Adds a controller, also to the shards that are running. */
  void add(ShardedController<?> controller, UnaryOperator<Runner> wrapping) {
    var registration = new Registration(controller, wrapping);
    lock.lock();
    try {
      registered.add(registration);
      running.forEach((shard, work) -> work.group.add(runner(registration, shard, work.permitted)));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void begin(int shard, BooleanSupplier held) {
    Group group = newGroup.get();
    var ended = new AtomicBoolean();
    var work = new Running(group, ended, () -> !ended.get() && held.getAsBoolean());
    lock.lock();
    try {
      registered.forEach(each -> group.add(runner(each, shard, work.permitted)));
      running.put(shard, work);
    } finally {
      lock.unlock();
    }
    group.start();
  }

  private static Runner runner(Registration registration, int shard, BooleanSupplier held) {
    ShardedController<?>.Part part = registration.controller.shard(shard, held);
    return registration.wrapping.apply(
        new Runner() {
          @Override
          public String name() {
            return registration.controller.name() + " shard " + shard;
          }

          @Override
          public void run() throws CancelledException {
            part.run();
          }

          @Override
          public void stop(Task task) {
            part.stop(task);
          }
        });
  }

  @Override
  public void end(int shard, Duration atMost) throws CancelledException {
    Running work = remove(shard);
    if (work == null) {
      return;
    }
    List<String> stillRunning = work.group.stop(clock.nanos() + atMost.toNanos());
    if (!stillRunning.isEmpty()) {
      log.atInfo()
          .addKeyValue("shard", shard)
          .addKeyValue("controllers", stillRunning)
          .log("Cancelling reconciles of a shard that is given up");
      work.cancel();
      work.group.awaitEnd();
    }
  }

  @Override
  public void abort(int shard) {
    Running work = remove(shard);
    if (work != null) {
      work.cancel();
    }
  }

  private @Nullable Running remove(int shard) {
    lock.lock();
    try {
      return running.remove(shard);
    } finally {
      lock.unlock();
    }
  }
}
