package io.coxswain.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.spi.AuditOptions.Batch;
import io.coxswain.env.Timers;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When queued events are sent, sent again, and lost. The test decides when a timer fires. */
final class BatchedSinkTest {
  private static final Batch LIMITS =
      new Batch(5, 3, Duration.ofSeconds(30), Duration.ofSeconds(10));

  private final Recorded timers = new Recorded();
  private final Receiver receiver = new Receiver();
  private final BatchedSink sink = new BatchedSink(receiver, timers, LIMITS);

  /** Timers that fire when the test says so. */
  private static final class Recorded implements Timers {
    private final List<Entry> pending = new ArrayList<>();

    private record Entry(Duration delay, Runnable action) {}

    @Override
    public Timer after(Duration delay, Runnable action) {
      var entry = new Entry(delay, action);
      pending.add(entry);
      return () -> pending.remove(entry);
    }

    List<Duration> delays() {
      return pending.stream().map(Entry::delay).toList();
    }

    void fire() {
      pending.removeFirst().action().run();
    }
  }

  private static final class Receiver implements AuditBackend {
    private final List<String> received = new ArrayList<>();
    private boolean broken;
    private boolean closed;

    @Override
    public String name() {
      return "test";
    }

    @Override
    public void send(List<byte[]> events) throws IOException {
      if (broken) {
        throw new IOException("connection refused");
      }
      var text = new StringBuilder();
      events.forEach(event -> text.append(new String(event, StandardCharsets.UTF_8)));
      received.add(text.toString());
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private void write(String events) {
    for (String event : events.split("")) {
      assertThat(sink.write(event.getBytes(StandardCharsets.UTF_8))).isTrue();
    }
  }

  @Test
  void sendsAfterTheWaitAndAtOnceWhenABatchIsFull() {
    write("ab");
    assertThat(timers.delays()).containsExactly(Duration.ofSeconds(30));

    write("cd");
    assertThat(timers.delays()).containsExactly(Duration.ZERO);
    timers.fire();

    assertThat(receiver.received).containsExactly("abc");
    assertThat(timers.delays()).containsExactly(Duration.ofSeconds(30));
    timers.fire();
    assertThat(receiver.received).containsExactly("abc", "d");
    assertThat(timers.delays()).isEmpty();
  }

  @Test
  void sendsAFailedBatchAgainLaterAndKeepsTheOrder() {
    receiver.broken = true;
    write("ab");
    timers.fire();
    assertThat(timers.delays()).containsExactly(Duration.ofSeconds(10));
    write("cd");
    timers.fire();
    assertThat(timers.delays()).containsExactly(Duration.ofSeconds(15));

    receiver.broken = false;
    timers.fire();
    timers.fire();

    assertThat(receiver.received).containsExactly("ab", "cd");
  }

  @Test
  void losesABatchThatFailedFiveTimes() {
    receiver.broken = true;
    write("ab");
    for (int i = 0; i < 5; i++) {
      timers.fire();
    }
    assertThat(timers.delays()).isEmpty();

    receiver.broken = false;
    write("c");
    timers.fire();

    assertThat(receiver.received).containsExactly("c");
  }

  @Test
  @Attack("the server for audit events does not respond while requests go on")
  void losesWhatDoesNotFitInTheQueue() {
    write("abcdefgh");
    timers.fire();
    timers.fire();

    assertThat(receiver.received).containsExactly("abc", "de");
  }

  @Test
  void boundsTheQueueInBytesToo() {
    byte[] large = new byte[40 << 20];
    assertThat(sink.write(large)).isTrue();
    assertThat(sink.write(large)).isTrue();
    timers.fire();

    assertThat(receiver.received).hasSize(1);
    assertThat(receiver.received.getFirst()).hasSize(40 << 20);
    assertThat(timers.delays()).isEmpty();
  }

  @Test
  void sendsWhatIsLeftWhenItIsClosed() {
    write("abcd");

    sink.close();
    write("e");

    assertThat(receiver.received).containsExactly("abc", "d");
    assertThat(receiver.closed).isTrue();
    assertThat(timers.delays()).isEmpty();
  }
}
