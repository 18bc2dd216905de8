package io.coxswain.cel;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.function.ToLongFunction;

/** The parts of a point in time and of a span of it. */
final class TimeFunctions {
  private TimeFunctions() {}

  static void register(Library library) {
    part(library, "getFullYear", ZonedDateTime::getYear);
    part(library, "getMonth", time -> time.getMonthValue() - 1);
    part(library, "getDate", ZonedDateTime::getDayOfMonth);
    part(library, "getDayOfMonth", time -> time.getDayOfMonth() - 1);
    part(library, "getDayOfWeek", time -> time.getDayOfWeek().getValue() % 7);
    part(library, "getDayOfYear", time -> time.getDayOfYear() - 1);
    partOrSpan(library, "getHours", ZonedDateTime::getHour, Duration::toHours);
    partOrSpan(library, "getMinutes", ZonedDateTime::getMinute, Duration::toMinutes);
    partOrSpan(library, "getSeconds", ZonedDateTime::getSecond, Duration::toSeconds);
    partOrSpan(library, "getMilliseconds", time -> time.getNano() / 1_000_000, Duration::toMillis);
  }

  private static void part(Library library, String name, ToLongFunction<ZonedDateTime> part) {
    library.does(name, arguments -> part.applyAsLong(time(arguments)));
  }

  private static void partOrSpan(
      Library library,
      String name,
      ToLongFunction<ZonedDateTime> part,
      ToLongFunction<Duration> span) {
    library.does(
        name,
        arguments ->
            arguments[0] instanceof Duration duration
                ? span.applyAsLong(duration)
                : part.applyAsLong(time(arguments)));
  }

  private static ZonedDateTime time(Object[] arguments) throws EvalException {
    if (!(arguments[0] instanceof Instant time)) {
      throw EvalException.noSuchOverload();
    }
    if (arguments.length == 1) {
      return time.atZone(ZoneOffset.UTC);
    }
    String zone = Library.text(arguments[1]);
    try {
      boolean offset = zone.matches("[0-9]{2}:[0-9]{2}");
      return time.atZone(ZoneId.of(offset ? "+" + zone : zone));
    } catch (DateTimeException e) {
      throw new EvalException("unknown time zone " + zone);
    }
  }
}
