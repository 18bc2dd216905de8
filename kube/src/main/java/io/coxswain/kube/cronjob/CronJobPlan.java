package io.coxswain.kube.cronjob;

import io.coxswain.kube.common.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Which time of a schedule is due, and when to look again.
 *
 * @param due the time to run now; of several missed ones the latest
 * @param lookAgain when the next time comes
 * @param tooManyMissed more than 100 times were missed
 */
record CronJobPlan(Optional<Instant> due, Duration lookAgain, boolean tooManyMissed) {
  private static final int MANY = 100;

  /** A little late rather than a little early. */
  private static final Duration MARGIN = Duration.ofMillis(100);

  /** A schedule that cannot be followed. */
  static final class ScheduleException extends Exception {
    ScheduleException(String message) {
      super(message);
    }
  }

  static CronJobPlan of(CronJob cron, Schedule schedule, ZoneId zone, Instant now)
      throws ScheduleException {
    Recent due = mostRecent(schedule, zone, earliest(cron, now, true), now);
    Recent any = mostRecent(schedule, zone, earliest(cron, now, false), now);
    Instant base = any.time.orElse(any.missed ? now : earliest(cron, now, false));
    Duration wait =
        schedule
            .next(base, zone)
            .map(next -> Duration.between(now, next).plus(MARGIN))
            .orElse(Duration.ofDays(1));
    return new CronJobPlan(
        due.time, wait.isNegative() ? Duration.ZERO : wait, due.tooMany && due.time.isPresent());
  }

  private record Recent(Optional<Instant> time, boolean missed, boolean tooMany) {}

  /** Where to begin looking for times: at the last one run, else at the beginning. */
  private static Instant earliest(CronJob cron, Instant now, boolean withDeadline) {
    String last = cron.getStatus() == null ? null : cron.getStatus().getLastScheduleTime();
    Instant earliest =
        Timestamps.parse(last)
            .or(() -> Timestamps.parse(cron.getMetadata().getCreationTimestamp()))
            .orElse(now);
    Long deadline = cron.getSpec().getStartingDeadlineSeconds();
    if (withDeadline && deadline != null) {
      Instant limit = now.minusSeconds(deadline);
      return limit.isAfter(earliest) ? limit : earliest;
    }
    return earliest;
  }

  private static Recent mostRecent(Schedule schedule, ZoneId zone, Instant earliest, Instant now)
      throws ScheduleException {
    Optional<Instant> first = schedule.next(earliest, zone);
    Optional<Instant> second = first.flatMap(t -> schedule.next(t, zone));
    if (first.isEmpty() || second.isEmpty()) {
      throw new ScheduleException("time difference between two schedules is less than 1 second");
    }
    if (now.isBefore(first.get())) {
      return new Recent(Optional.empty(), false, false);
    }
    if (now.isBefore(second.get())) {
      return new Recent(first, true, false);
    }
    long interval = Math.round(Duration.between(first.get(), second.get()).toMillis() / 1000.0);
    if (interval < 1) {
      throw new ScheduleException("time difference between two schedules is less than 1 second");
    }
    long missed = Duration.between(first.get(), now).toSeconds() / interval + 1;
    // Jumps to just before now instead of counting through years of minutes.
    Instant from = first.get().plusSeconds((missed - 2) * interval);
    Optional<Instant> latest = Optional.empty();
    for (Optional<Instant> t = schedule.next(from, zone);
        t.isPresent() && !t.get().isAfter(now);
        t = schedule.next(t.get(), zone)) {
      latest = t;
    }
    return new Recent(latest, true, missed > MANY);
  }
}
