package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.Attack;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TaskFailuresTest {
  private final AtomicInteger halts = new AtomicInteger();
  private final TaskFailures failures = new TaskFailures(halts::incrementAndGet);
  private final Tasks tasks = new VirtualThreadTasks(failures);
  private final Timers timers = new ThreadTimers(failures);

  private static void overflow() {
    throw new StackOverflowError("planted");
  }

  @Test
  @Attack("a task dies of a stack overflow")
  void recordsATaskThatDiesOfAnError() throws TaskDiedException {
    var heard = new CopyOnWriteArrayList<String>();
    failures.listen(e -> heard.add(String.valueOf(e.getMessage())));
    failures.check();

    Task task = tasks.spawn("committer", TaskFailuresTest::overflow);
    task.join();

    assertThat(tasks.failures().count()).isEqualTo(1);
    assertThat(heard).isEqualTo(List.of("task committer died of java.lang.StackOverflowError"));
    assertThat(task.failure()).get().isInstanceOf(TaskDiedException.class);
    assertThatThrownBy(failures::check).hasMessage(heard.getFirst());
    assertThat(halts).hasValue(0);
  }

  @Test
  @Attack("a task runs out of memory")
  void haltsTheProcessWhenOutOfMemory() {
    Task task =
        tasks.spawn(
            "greedy",
            () -> {
              throw new OutOfMemoryError("planted");
            });
    task.join();

    assertThat(halts).hasValue(1);
  }

  @Test
  @Attack("a timer action and a maintenance task die of a class that cannot be loaded")
  void recordsTimerActionsThatDieOfErrors() {
    Bell died = tasks.newBell();
    failures.listen(e -> died.ring());
    Runnable broken =
        () -> {
          throw new NoClassDefFoundError("planted");
        };

    var _ = timers.after(Duration.ZERO, broken);
    died.await(0);
    var _ = timers.maintenance(Duration.ZERO, broken);
    died.await(1);

    assertThat(failures.count()).isEqualTo(2);
  }

  @Test
  void keepsTheTimerThreadWhenAnActionFails() {
    Bell later = tasks.newBell();
    var _ =
        timers.maintenance(
            Duration.ZERO,
            () -> {
              throw new IllegalStateException("planted");
            });
    var _ = timers.maintenance(Duration.ZERO, later::ring);

    later.await(0);

    assertThatCode(failures::check).doesNotThrowAnyException();
  }

  @Test
  void treatsOnlyErrorsOfTheCurrentWorkItemAsLocal() {
    assertThat(TaskFailures.isLocal(new StackOverflowError())).isTrue();
    assertThat(TaskFailures.isLocal(new NoClassDefFoundError())).isTrue();
    assertThat(TaskFailures.isLocal(new OutOfMemoryError())).isFalse();
    assertThat(TaskFailures.isLocal(new Error("the simulator's"))).isFalse();
  }
}
