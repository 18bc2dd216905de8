package io.coxswain.apiserver.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Points in time as the API reads and writes them: UTC, whole seconds or exactly six digits. What
 * cannot be read is refused in the words of Go's parser, which names the part that does not fit.
 */
public final class Times {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final String text;
  private final boolean micro;
  private int at;

  private Times(String text, boolean micro) {
    this.text = text;
    this.micro = micro;
  }

  /** The canonical form of a time. */
  public static String canonical(String text, boolean micro) throws DecodeException {
    return (micro ? MICROS : SECONDS).format(new Times(text, micro).instant());
  }

  private Instant instant() throws DecodeException {
    int year = number("2006", 4);
    literal("-");
    int month = number("01", 2);
    check(month >= 1 && month <= 12, "month");
    literal("-");
    int day = number("02", 2);
    literal("T");
    int hour = number("15", 2);
    check(hour < 24, "hour");
    literal(":");
    int minute = number("04", 2);
    check(minute < 60, "minute");
    literal(":");
    int second = number("05", 2);
    check(second < 60, "second");
    int nanos = fraction();
    ZoneOffset zone = zone();
    if (at < text.length()) {
      throw new DecodeException(
          "parsing time \"" + text + "\": extra text: \"" + text.substring(at) + "\"");
    }
    check(day >= 1 && day <= LocalDate.of(year, month, 1).lengthOfMonth(), "day");
    return OffsetDateTime.of(year, month, day, hour, minute, second, nanos, zone).toInstant();
  }

  private int number(String layout, int digits) throws DecodeException {
    int end = at;
    while (end < text.length() && end < at + digits && isDigit(end)) {
      end++;
    }
    if (end < at + digits) {
      throw unfit(layout);
    }
    int value = Integer.parseInt(text.substring(at, end));
    at = end;
    return value;
  }

  private void literal(String wanted) throws DecodeException {
    if (!text.startsWith(wanted, at)) {
      throw unfit(wanted);
    }
    at += wanted.length();
  }

  private int fraction() throws DecodeException {
    int start = at + 1;
    int end = start;
    boolean point = at < text.length() && text.charAt(at) == '.';
    while (point && end < text.length() && isDigit(end) && (!micro || end < start + 6)) {
      end++;
    }
    if (micro && end < start + 6) {
      throw unfit(".000000");
    }
    if (end == start) {
      return 0;
    }
    at = end;
    String digits = (text.substring(start, end) + "00000000").substring(0, 9);
    return Integer.parseInt(digits);
  }

  private ZoneOffset zone() throws DecodeException {
    if (text.startsWith("Z", at)) {
      at++;
      return ZoneOffset.UTC;
    }
    try {
      String offset = text.substring(at, Math.min(at + 6, text.length()));
      if (offset.length() == 6 && "+-".indexOf(offset.charAt(0)) >= 0) {
        ZoneOffset zone = ZoneOffset.of(offset);
        at += 6;
        return zone;
      }
    } catch (DateTimeException e) {
      throw unfit("Z07:00");
    }
    throw unfit("Z07:00");
  }

  private boolean isDigit(int place) {
    return text.charAt(place) >= '0' && text.charAt(place) <= '9';
  }

  private void check(boolean holds, String what) throws DecodeException {
    if (!holds) {
      throw new DecodeException("parsing time \"" + text + "\": " + what + " out of range");
    }
  }

  private DecodeException unfit(String layout) {
    return new DecodeException(
        "parsing time \""
            + text
            + "\" as \""
            + (micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00")
            + "\": cannot parse \""
            + text.substring(at)
            + "\" as \""
            + layout
            + "\"");
  }
}
