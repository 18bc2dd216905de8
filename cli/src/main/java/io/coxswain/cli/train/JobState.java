package io.coxswain.cli.train;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The state of one training, from its conditions and progress reports. */
final class JobState {
  /** The minimum observation time for an estimate of the speed. */
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
    Progress before = progress;
    progress =
        reported.metrics().isEmpty() && before != null
            ? reported.withMetrics(before.metrics())
            : reported;
    reportedNanos = nanos;
    if (reported.percent().isPresent() && firstPercent < 0) {
      firstPercent = reported.percent().getAsInt();
      firstNanos = nanos;
    }
    if (reported.lossValue().isPresent()) {
      String name = reported.loss().orElseThrow().getName();
      if (losses.count() == 0 || name.equals(lossName)) { // not that of an evaluation in between
        losses.add(reported.lossValue().getAsDouble());
        lossName = name;
      }
    }
  }

  /**
   * The remaining seconds: the program's own estimate less the time since, or else an estimate from
   * the speed so far.
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

  /** The last condition that became true; empty before the first. */
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
