package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MailboxTest {
  private final Tasks tasks = new VirtualThreadTasks();

  @Test
  void deliversItemsInOrderFromAWriterThatWaitsForCapacity() {
    var box = new Mailbox<Integer>(tasks, 2);
    Task writer =
        tasks.spawn(
            "writer",
            () -> {
              for (int i = 0; i < 1000; i++) {
                box.put(i);
              }
              box.close();
            });

    var got = new ArrayList<Integer>();
    for (Integer item = box.take(); item != null; item = box.take()) {
      got.add(item);
    }

    writer.join();
    assertThat(got).hasSize(1000).isSorted();
  }

  @Test
  void losesNoItemsBetweenManyWritersAndReaders() {
    var box = new Mailbox<Integer>(tasks, 3);
    var sum = new java.util.concurrent.atomic.AtomicLong();
    var readers = new ArrayList<Task>();
    var writers = new ArrayList<Task>();
    for (int i = 0; i < 4; i++) {
      readers.add(
          tasks.spawn(
              "reader " + i,
              () -> {
                for (Integer item = box.take(); item != null; item = box.take()) {
                  sum.addAndGet(item);
                }
              }));
      writers.add(
          tasks.spawn(
              "writer " + i,
              () -> {
                for (int k = 1; k <= 1000; k++) {
                  box.put(k);
                }
              }));
    }

    writers.forEach(Task::join);
    box.close();
    readers.forEach(Task::join);

    assertThat(sum).hasValue(4 * 500_500L);
  }

  @Test
  void offersOnlyWhileThereIsCapacity() {
    var box = new Mailbox<String>(tasks, 1);

    assertThat(box.offer("a")).isTrue();
    assertThat(box.offer("b")).isFalse();
    assertThat(box.size()).isEqualTo(1);
    assertThat(box.poll()).isEqualTo("a");
    assertThat(box.poll()).isNull();
  }

  @Test
  void canBeDrainedAfterClosing() {
    var box = new Mailbox<String>(tasks, 5);
    for (String item : List.of("a", "b")) {
      box.offer(item);
    }

    box.close();

    assertThat(box.offer("c")).isFalse();
    assertThat(box.put("c")).isFalse();
    assertThat(box.take()).isEqualTo("a");
    assertThat(box.take(Duration.ofDays(1))).isEqualTo("b");
    assertThat(box.take()).isNull();
    assertThat(box.isClosed()).isTrue();
  }

  @Test
  void takeReturnsNullOnTimeout() {
    var box = new Mailbox<String>(tasks, 5);

    assertThat(box.take(Duration.ofMillis(1))).isNull();
  }
}
