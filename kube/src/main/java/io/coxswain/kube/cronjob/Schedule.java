package io.coxswain.kube.cronjob;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Optional;

/** A recurring schedule. */
sealed interface Schedule permits CronSchedule, EverySchedule {

  /**
   * The first time strictly after the given one, in its zone; empty if there is none within 5
   * years.
   */
  Optional<ZonedDateTime> next(ZonedDateTime after);

  /**
   * Parses a schedule: five fields, or a descriptor such as {@code @daily} or {@code @every 1h30m}.
   *
   * @throws IllegalArgumentException with the message of upstream's parser
   */
  static Schedule parse(String text) {
    return switch (text) {
      case "@yearly", "@annually" -> CronSchedule.parse("0 0 1 1 *");
      case "@monthly" -> CronSchedule.parse("0 0 1 * *");
      case "@weekly" -> CronSchedule.parse("0 0 * * 0");
      case "@daily", "@midnight" -> CronSchedule.parse("0 0 * * *");
      case "@hourly" -> CronSchedule.parse("0 * * * *");
      default -> {
        if (text.startsWith("@every ")) {
          yield EverySchedule.parse(text.substring("@every ".length()));
        }
        if (text.startsWith("@")) {
          throw new IllegalArgumentException("unrecognized descriptor: " + text);
        }
        yield CronSchedule.parse(text);
      }
    };
  }

  /** As {@link #next(ZonedDateTime)}, for instants. */
  default Optional<Instant> next(Instant after, java.time.ZoneId zone) {
    return next(after.atZone(zone)).map(ZonedDateTime::toInstant);
  }
}
