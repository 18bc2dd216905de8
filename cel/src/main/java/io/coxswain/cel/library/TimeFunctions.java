package io.coxswain.cel.library;

import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.TypeValue;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/** The parts of a point in time and of a span of it. */
final class TimeFunctions {
  /** Hours and minutes, of which upstream takes any. */
  private static final Pattern OFFSET = Pattern.compile("([+-]?[0-9]{1,4}):([0-9]{1,4})");

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
    library.does(name, arguments -> part.applyAsLong(time(name, arguments)));
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
                : part.applyAsLong(time(name, arguments)));
  }

  private static ZonedDateTime time(String name, Object[] arguments) throws EvalException {
    if (!(arguments[0] instanceof Instant time)) {
      throw new EvalException(
          "no such overload: " + name + "(" + TypeValue.of(arguments[0]).name() + ")");
    }
    if (arguments.length == 1) {
      return time.atZone(ZoneOffset.UTC);
    }
    String zone = Library.text(arguments[1]);
    var offset = OFFSET.matcher(zone);
    if (offset.matches()) {
      long hours = Long.parseLong(offset.group(1));
      long minutes = Long.parseLong(offset.group(2));
      long sign = zone.startsWith("-") ? -1 : 1;
      return time.plusSeconds(hours * 3600 + sign * minutes * 60).atZone(ZoneOffset.UTC);
    }
    try {
      return time.atZone(zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone));
    } catch (DateTimeException e) {
      throw new EvalException("unknown time zone " + zone);
    }
  }
}
