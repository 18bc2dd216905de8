package io.coxswain.cli.train;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What is known of one training, from its conditions and reports. */
final class JobState {
  /** Of less no speed is told. */
  private static final Duration MIN_EXPERIENCE = Duration.ofSeconds(2);

  private final String name;
  private final Series losses = new Series();
  private String condition = "";
  private String lossName = "loss";
  private @Nullable Progress progress;
  private long reportedNanos;
  private long firstNanos;
  private int firstPercent = -1;

  JobState(String name) {
    this.name = name;
  }

  void condition(String reached) {
    condition = reached;
  }

  void progress(Progress reported, long nanos) {
    progress = reported;
    reportedNanos = nanos;
    if (reported.percent().isPresent() && firstPercent < 0) {
      firstPercent = reported.percent().getAsInt();
      firstNanos = nanos;
    }
    if (reported.lossValue().isPresent()) {
      losses.add(reported.lossValue().getAsDouble());
      lossName = reported.loss().orElseThrow().getName();
    }
  }

  /**
   * Seconds that it still takes: as the program estimates, less what has passed since, or else as
   * its speed so far suggests.
   */
  OptionalLong remainingSeconds(long nanos) {
    Progress last = progress;
    if (last == null || !condition.isEmpty()) {
      return OptionalLong.empty();
    }
    double sinceReport = (nanos - reportedNanos) / 1e9;
    if (last.remainingSeconds().isPresent()) {
      return OptionalLong.of(
          Math.max(0, Math.round(last.remainingSeconds().getAsInt() - sinceReport)));
    }
    int percent = last.percent().orElse(-1);
    boolean tooEarly = reportedNanos - firstNanos < MIN_EXPERIENCE.toNanos();
    if (firstPercent < 0 || percent <= firstPercent || percent == 100 || tooEarly) {
      return OptionalLong.empty();
    }
    double perPercent = (reportedNanos - firstNanos) / 1e9 / (percent - firstPercent);
    return OptionalLong.of(Math.max(0, Math.round((100 - percent) * perPercent - sinceReport)));
  }

  String name() {
    return name;
  }

  /** The last condition that was reached; empty before any. */
  String condition() {
    return condition;
  }

  @Nullable Progress progress() {
    return progress;
  }

  Series losses() {
    return losses;
  }

  String lossName() {
    return lossName;
  }
}
