package io.coxswain.kube.cronjob;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A cron expression with five fields: minute, hour, day of month, month, day of week. */
final class CronSchedule implements Schedule {
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  /** Number of years after which the search for an impossible date, such as 31 February, ends. */
  private static final int MAX_YEARS = 5;

  private final Field minute;
  private final Field hour;
  private final Field dayOfMonth;
  private final Field month;
  private final Field dayOfWeek;

  private CronSchedule(List<String> fields) {
    this.minute = Field.parse(fields.get(0), 0, 59, List.of());
    this.hour = Field.parse(fields.get(1), 0, 23, List.of());
    this.dayOfMonth = Field.parse(fields.get(2), 1, 31, List.of());
    this.month = Field.parse(fields.get(3), 1, 12, MONTHS);
    this.dayOfWeek = Field.parse(fields.get(4), 0, 6, DAYS);
  }

  static CronSchedule parse(String text) {
    List<String> fields = List.of(text.strip().split("\\s+"));
    if (text.isBlank()) {
      throw new IllegalArgumentException("empty spec string");
    }
    if (fields.size() != 5) {
      throw new IllegalArgumentException(
          "expected exactly 5 fields, found " + fields.size() + ": " + fields);
    }
    return new CronSchedule(fields);
  }

  /**
   * A set of numbers.
   *
   * @param star whether the field was written as a star, so that the other day field alone decides
   */
  private record Field(long bits, boolean star) {

    boolean has(int value) {
      return ((bits >> value) & 1) == 1;
    }

    static Field parse(String text, int least, int most, List<String> names) {
      long bits = 0;
      boolean star = false;
      for (String part : text.split(",", -1)) {
        String[] rangeAndStep = part.split("/", -1);
        if (rangeAndStep.length > 2) {
          throw new IllegalArgumentException("too many slashes: " + part);
        }
        String range = rangeAndStep[0];
        boolean stepped = rangeAndStep.length == 2;
        int step = stepped ? number(rangeAndStep[1], names, least) : 1;
        int first;
        int last;
        if (range.equals("*") || range.equals("?")) {
          first = least;
          last = most;
          star |= step == 1;
        } else {
          String[] ends = range.split("-", -1);
          if (ends.length > 2) {
            throw new IllegalArgumentException("too many hyphens: " + part);
          }
          first = number(ends[0], names, least);
          last = ends.length == 2 ? number(ends[1], names, least) : stepped ? most : first;
        }
        check(part, first, last, step, least, most);
        for (int i = first; i <= last; i += step) {
          bits |= 1L << i;
        }
      }
      return new Field(bits, star);
    }

    private static void check(String part, int first, int last, int step, int least, int most) {
      if (first < least) {
        throw new IllegalArgumentException(
            "beginning of range (" + first + ") below minimum (" + least + "): " + part);
      }
      if (last > most) {
        throw new IllegalArgumentException(
            "end of range (" + last + ") above maximum (" + most + "): " + part);
      }
      if (first > last) {
        throw new IllegalArgumentException(
            "beginning of range (" + first + ") beyond end of range (" + last + "): " + part);
      }
      if (step == 0) {
        throw new IllegalArgumentException("step of range should be a positive number: " + part);
      }
    }

    private static int number(String text, List<String> names, int least) {
      int named = names.indexOf(text.toLowerCase(Locale.ROOT));
      if (named >= 0) {
        return named + least;
      }
      try {
        int number = Integer.parseInt(text);
        if (number < 0) {
          throw new IllegalArgumentException(
              "negative number (" + number + ") not allowed: " + text);
        }
        return number;
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("failed to parse int from " + text, e);
      }
    }
  }

  /**
   * Advances by months, days, hours and minutes. Hours are elapsed hours: a local time that a
   * change to daylight saving time skips does not occur on that day, and one that the change back
   * repeats occurs twice.
   */
  @Override
  public Optional<ZonedDateTime> next(ZonedDateTime after) {
    ZonedDateTime time = after.withNano(0).withSecond(0).plus(Duration.ofMinutes(1));
    int lastYear = after.getYear() + MAX_YEARS;
    while (time.getYear() <= lastYear) {
      if (!month.has(time.getMonthValue())) {
        time = midnight(time.plusMonths(1).withDayOfMonth(1));
      } else if (!hasDay(time)) {
        time = midnight(time.plusDays(1));
      } else if (!hour.has(time.getHour())) {
        time = time.withMinute(0).plus(Duration.ofHours(1));
      } else if (!minute.has(time.getMinute())) {
        time = time.plus(Duration.ofMinutes(1));
      } else {
        return Optional.of(time);
      }
    }
    return Optional.empty();
  }

  /** If neither day field is a star, matching one of them is sufficient. */
  private boolean hasDay(ZonedDateTime time) {
    boolean byMonth = dayOfMonth.has(time.getDayOfMonth());
    boolean byWeek =
        dayOfWeek.has(time.getDayOfWeek() == DayOfWeek.SUNDAY ? 0 : time.getDayOfWeek().getValue());
    return (dayOfMonth.star || dayOfWeek.star) ? (byMonth && byWeek) : (byMonth || byWeek);
  }

  private static ZonedDateTime midnight(ZonedDateTime time) {
    return time.toLocalDate().atTime(LocalTime.MIDNIGHT).atZone(time.getZone());
  }
}
