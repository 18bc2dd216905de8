package io.coxswain.apiserver.spi;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How requests are recorded.
 *
 * @param policy the file with the audit policy
 * @param log where events are written; null for nowhere
 * @param webhook where events are sent; null for nowhere
 */
public record AuditOptions(Path policy, @Nullable Log log, @Nullable Webhook webhook) {

  /** When a request waits for its events. */
  public enum Mode {
    /** Never: events are queued, and lost when the queue is full. */
    BATCH("batch"),
    /** Until an event is written; the request goes on if that fails. */
    BLOCKING("blocking"),
    /** The same, but a request whose first event cannot be written fails. */
    BLOCKING_STRICT("blocking-strict");

    private final String flag;

    Mode(String flag) {
      this.flag = flag;
    }

    @Override
    public String toString() {
      return flag;
    }
  }

  /**
   * A log file, with one event per line.
   *
   * @param maxMegabytes of a file; 0 for no limit
   * @param maxBackups the number of old files that are kept; 0 for all
   * @param maxAge how long old files are kept, in days; 0 for ever
   */
  public record Log(Path file, int maxMegabytes, int maxBackups, int maxAge, Mode mode) {}

  /**
   * A server that receives events.
   *
   * @param batch only used in batch mode
   */
  public record Webhook(AuditTransport transport, Mode mode, Batch batch) {}

  /**
   * How events are queued and sent together.
   *
   * @param buffer the number of events that may be queued
   * @param maxEvents of a batch, which is sent at once when it has that many
   * @param maxWait the time after which a smaller batch is sent
   * @param firstBackoff the time until a failed batch is sent again
   */
  public record Batch(int buffer, int maxEvents, Duration maxWait, Duration firstBackoff) {
    /** Upstream's defaults for a webhook. */
    public static final Batch DEFAULT =
        new Batch(10_000, 400, Duration.ofSeconds(30), Duration.ofSeconds(10));
  }
}
