package io.coxswain.kube.cronjob;

import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * The scheduled time that is due, and the next one.
 *
 * @param due the time to run now; the latest if several were missed
 * @param lookAgain when to reconcile for the next scheduled time
 * @param tooManyMissed whether more than 100 times were missed
 */
record CronJobPlan(Optional<Instant> due, Duration lookAgain, boolean tooManyMissed) {
  private static final int MANY = 100;

  /** Delay added to a scheduled time, so that a reconcile never starts before it. */
  private static final Duration MARGIN = Duration.ofMillis(100);

  /** A schedule that cannot be evaluated. */
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

  /** The earliest time to consider: the last scheduled time, or the creation of the CronJob. */
  private static Instant earliest(CronJob cron, Instant now, boolean withDeadline) {
    String last = cron.getStatus() == null ? null : cron.getStatus().getLastScheduleTime();
    Instant earliest =
        Timestamps.parse(last)
            .or(() -> Timestamps.parse(cron.getMetadata().getCreationTimestamp()))
            .orElse(now);
    Long deadline = cron.getSpec().getStartingDeadlineSeconds();
    if (withDeadline && deadline != null) {
      Instant limit = now.minus(Seconds.of(deadline));
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
    // Skips to just before now instead of iterating over years of minutes.
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
