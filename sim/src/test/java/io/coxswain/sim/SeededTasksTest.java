package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Mailbox;
import io.coxswain.env.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SeededTasksTest {

  private static void in(long seed, Script script) {
    Simulation.named("tasks").script(script).run(seed);
  }

  private static List<Integer> orderOfFiveTasks(long seed) {
    var order = new ArrayList<Integer>();
    in(
        seed,
        world -> {
          for (int i = 0; i < 5; i++) {
            int number = i;
            world
                .env()
                .tasks()
                .spawn(
                    "t" + i,
                    () -> {
                      order.add(number);
                      world.env().tasks().pause();
                      order.add(number);
                    });
          }
          world.awaitIdle();
        });
    return order;
  }

  @Test
  void picksTheNextTaskByTheSeedAlone() {
    assertThat(orderOfFiveTasks(1)).isEqualTo(orderOfFiveTasks(1)).hasSize(10);

    var orders = new LinkedHashSet<List<Integer>>();
    for (long seed = 0; seed < 50; seed++) {
      orders.add(orderOfFiveTasks(seed));
    }
    assertThat(orders).hasSizeGreaterThan(40);
  }

  @Test
  void maintenanceTasksRunWithoutAdvancingTime() {
    in(
        1,
        world -> {
          Env env = world.env();
          var done = new ArrayList<Long>();
          var _ =
              env.timers().maintenance(Duration.ofSeconds(3), () -> done.add(env.clock().nanos()));
          var _ =
              env.timers().maintenance(Duration.ofHours(3), () -> done.add(env.clock().nanos()));
          env.timers().maintenance(Duration.ofSeconds(1), () -> done.add(-1L)).cancel();

          world.awaitIdle();
          assertThat(done).isEmpty();
          env.clock().sleep(Duration.ofSeconds(10));

          assertThat(done).containsExactly(env.clock().nanos());
        });
  }

  @Test
  void movesTimeOnlyWhenNothingCanRun() {
    in(
        1,
        world -> {
          Env env = world.env();
          var seen = new ArrayList<String>();
          env.tasks()
              .spawn(
                  "sleeper",
                  () -> {
                    env.clock().sleep(Duration.ofHours(5));
                    seen.add("slept");
                  });
          env.timers().after(Duration.ofHours(3), () -> seen.add("timer"));
          for (int i = 0; i < 100; i++) {
            env.tasks().pause();
          }
          assertThat(world.elapsed()).isZero();

          world.run(Duration.ofHours(4));
          assertThat(seen).containsExactly("timer");
          world.run(Duration.ofHours(2));

          assertThat(seen).containsExactly("timer", "slept");
          assertThat(world.elapsed()).isEqualTo(Duration.ofHours(6));
        });
  }

  @Test
  void firesTimersInOrderAndForgetsCancelledOnes() {
    in(
        3,
        world -> {
          var seen = new ArrayList<Integer>();
          var timers = world.env().timers();
          timers.after(Duration.ofSeconds(2), () -> seen.add(2));
          timers.after(Duration.ofSeconds(1), () -> seen.add(1));
          timers.after(Duration.ofSeconds(3), () -> seen.add(3)).cancel();

          world.run(Duration.ofSeconds(10));

          assertThat(seen).containsExactly(1, 2);
        });
  }

  @Test
  void waitsAtABellUntilItRingsOrTimePasses() {
    in(
        5,
        world -> {
          Env env = world.env();
          var bell = env.tasks().newBell();
          assertThat(bell.await(bell.rings(), Duration.ofSeconds(7))).isFalse();
          assertThat(world.elapsed()).isEqualTo(Duration.ofSeconds(7));

          long seen = bell.rings();
          env.timers().after(Duration.ofSeconds(1), bell::ring);
          assertThat(bell.await(seen, Duration.ofSeconds(7))).isTrue();
          bell.await(seen);

          assertThat(world.elapsed()).isEqualTo(Duration.ofSeconds(8));
        });
  }

  @Test
  void carriesItemsThroughAMailboxInOrder() {
    for (long seed = 0; seed < 20; seed++) {
      in(
          seed,
          world -> {
            Env env = world.env();
            var box = new Mailbox<Integer>(env.tasks(), 2);
            env.tasks()
                .spawn(
                    "writer",
                    () -> {
                      for (int i = 0; i < 10; i++) {
                        box.put(i);
                      }
                      box.close();
                    });
            var got = new ArrayList<Integer>();
            for (Integer item = box.take(); item != null; item = box.take()) {
              got.add(item);
            }
            assertThat(got).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
          });
    }
  }

  @Test
  void cancelsATaskAtItsBlockingPointAndAtAllLaterOnes() {
    in(
        1,
        world -> {
          Env env = world.env();
          var caught = new AtomicInteger();
          Task task =
              env.tasks()
                  .spawn(
                      "stubborn",
                      () -> {
                        for (int i = 0; i < 3; i++) {
                          try {
                            env.clock().sleep(Duration.ofDays(1));
                          } catch (CancelledException e) {
                            caught.incrementAndGet();
                          }
                        }
                      });
          world.awaitIdle();
          task.cancel();
          task.join();

          assertThat(caught).hasValue(3);
          assertThat(task.isDone()).isTrue();
          assertThat(task.failure()).isEmpty();
          assertThat(world.elapsed()).isZero();
        });
  }

  @Test
  void keepsTheErrorOfAFailedTask() {
    in(
        1,
        world -> {
          Task task =
              world
                  .env()
                  .tasks()
                  .spawn(
                      "failing",
                      () -> {
                        throw new IllegalStateException("on purpose");
                      });
          assertThat(task.join(Duration.ofSeconds(1))).isTrue();
          assertThat(task.failure()).get().isInstanceOf(IllegalStateException.class);
        });
  }

  @Test
  void reportsADeadlockWithTheWaitingTasks() {
    assertThatThrownBy(
            () ->
                in(
                    11,
                    world -> {
                      var bell = world.env().tasks().newBell();
                      world.env().tasks().spawn("lonely", () -> bell.await(bell.rings()));
                      bell.await(bell.rings());
                    }))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("deadlock")
        .hasMessageContaining("seed 11")
        .hasMessageContaining("script/lonely waits")
        .hasMessageContaining("SeededTasksTest");
  }

  @Test
  void reportsAHotLoop() {
    var limits = new Baton.Limits(10_000, 1_000, Duration.ofDays(1), 30);
    assertThatThrownBy(
            () ->
                Simulation.named("hot")
                    .limits(limits)
                    .script(
                        world -> {
                          while (true) {
                            world.env().tasks().pause();
                          }
                        })
                    .run(1))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("hot loop");
  }

  @Test
  void failsWhenAWaitIsNotMetInTime() {
    assertThatThrownBy(
            () -> in(1, world -> world.await("the impossible", () -> false, Duration.ofMinutes(1))))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("not within PT1M: the impossible");
  }

  @Test
  void failsTheRunWhenATaskBreaksWithAnError() {
    assertThatThrownBy(
            () ->
                in(
                    1,
                    world -> {
                      world
                          .env()
                          .tasks()
                          .spawn(
                              "broken",
                              () -> {
                                throw new AssertionError("a bug");
                              });
                      world.run(Duration.ofSeconds(1));
                    }))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("broke")
        .hasRootCauseMessage("a bug");
  }

  @Test
  void leavesNothingRunningWhenTheScriptEnds() {
    var ended = new AtomicInteger();
    in(
        1,
        world -> {
          Env env = world.env();
          for (int i = 0; i < 10; i++) {
            env.tasks()
                .spawn(
                    "t" + i,
                    () -> {
                      try {
                        env.clock().sleep(Duration.ofDays(1));
                      } finally {
                        ended.incrementAndGet();
                      }
                    });
          }
          world.awaitIdle();
        });
    assertThat(ended).hasValue(10);
  }
}
