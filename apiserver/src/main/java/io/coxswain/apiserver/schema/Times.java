package io.coxswain.apiserver.schema;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times as the API reads and writes them: UTC, whole seconds or exactly six digits. Invalid times
 * are rejected in the words of Go's parser, which names the part that does not match.
 */
public final class Times {
  private static final DateTimeFormatter MICROS = formatter("-MM-dd'T'HH:mm:ss.SSSSSS'Z'");
  private static final DateTimeFormatter SECONDS = formatter("-MM-dd'T'HH:mm:ss'Z'");
  private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");
  private static final Pattern ZONE = Pattern.compile("[+-][0-9]{2}:[0-9]{2}");

  private final String text;
  private final boolean micro;
  private int at;

  private Times(String text, boolean micro) {
    this.text = text;
    this.micro = micro;
  }

  /** Years before 0 and after 9999, which zones can cause, are written without padding or plus. */
  private static DateTimeFormatter formatter(String afterYear) {
    return new DateTimeFormatterBuilder()
        .appendValue(ChronoField.YEAR, 4, 10, SignStyle.NORMAL)
        .appendPattern(afterYear)
        .toFormatter(Locale.ROOT)
        .withZone(ZoneOffset.UTC);
  }

  /** The canonical form of a time; null for Go's zero time, which is written as no time. */
  public static @Nullable String canonical(String text, boolean micro) throws DecodeException {
    Instant time = new Times(text, micro).instant();
    DateTimeFormatter format = micro ? MICROS : SECONDS;
    boolean zero = time.truncatedTo(micro ? ChronoUnit.MICROS : ChronoUnit.SECONDS).equals(ZERO);
    return zero ? null : format.format(time);
  }

  private Instant instant() throws DecodeException {
    int year = number("2006", 4);
    literal("-");
    int month = number("01", 2);
    check(month >= 1 && month <= 12, "month");
    literal("-");
    int day = number("02", 2);
    literal("T");
    int hour = hour();
    check(hour < 24, "hour");
    literal(":");
    int minute = number("04", 2);
    check(minute < 60, "minute");
    literal(":");
    int second = number("05", 2);
    check(second < 60, "second");
    int nanos = fraction();
    int offsetSeconds = zone();
    if (at < text.length()) {
      throw new DecodeException(
          "parsing time " + quote(text) + ": extra text: " + quote(text.substring(at)));
    }
    check(day >= 1 && day <= LocalDate.of(year, month, 1).lengthOfMonth(), "day");
    return OffsetDateTime.of(year, month, day, hour, minute, second, nanos, ZoneOffset.UTC)
        .minusSeconds(offsetSeconds)
        .toInstant();
  }

  /** One or two digits, as Go reads hours. */
  private int hour() throws DecodeException {
    boolean one = isDigit(at) && !isDigit(at + 1);
    return number("15", one ? 1 : 2);
  }

  private int number(String layout, int digits) throws DecodeException {
    for (int i = at; i < at + digits; i++) {
      if (!isDigit(i)) {
        throw unfit(layout);
      }
    }
    int value = Integer.parseInt(text.substring(at, at + digits));
    at += digits;
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
    boolean point = at < text.length() && (text.charAt(at) == '.' || text.charAt(at) == ',');
    while (point && isDigit(end) && (!micro || end < start + 6)) {
      end++;
    }
    if (micro && end < start + 6) {
      throw unfit(".000000");
    }
    if (end == start) {
      return 0;
    }
    at = end;
    // Go ignores more than nine digits.
    String digits = text.substring(start, Math.min(end, start + 9));
    return Integer.parseInt((digits + "00000000").substring(0, 9));
  }

  /** The offset in seconds. As Go does, it accepts 24 hours and 60 minutes. */
  private int zone() throws DecodeException {
    if (text.startsWith("Z", at)) {
      at++;
      return 0;
    }
    String offset = text.substring(at, Math.min(at + 6, text.length()));
    if (!ZONE.matcher(offset).matches()) {
      throw unfit("Z07:00");
    }
    int hours = Integer.parseInt(offset.substring(1, 3));
    int minutes = Integer.parseInt(offset.substring(4, 6));
    check(minutes <= 60, "time zone offset minute");
    check(hours <= 24, "time zone offset hour");
    at += 6;
    int seconds = (hours * 60 + minutes) * 60;
    return offset.startsWith("-") ? -seconds : seconds;
  }

  private boolean isDigit(int place) {
    return place < text.length() && text.charAt(place) >= '0' && text.charAt(place) <= '9';
  }

  private void check(boolean holds, String what) throws DecodeException {
    if (!holds) {
      throw new DecodeException("parsing time " + quote(text) + ": " + what + " out of range");
    }
  }

  private DecodeException unfit(String layout) {
    return new DecodeException(
        "parsing time "
            + quote(text)
            + " as \""
            + (micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00")
            + "\": cannot parse "
            + quote(text.substring(at))
            + " as \""
            + layout
            + "\"");
  }

  /** Text as Go quotes it in errors about times: bytes outside of ASCII are hexadecimal. */
  private static String quote(String text) {
    var quoted = new StringBuilder(text.length() + 2).append('"');
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b < ' ') { // signed, so also what begins with a one
        quoted.append(String.format(Locale.ROOT, "\\x%02x", b & 0xff));
      } else {
        quoted.append(b == '"' || b == '\\' ? "\\" : "").append((char) b);
      }
    }
    return quoted.append('"').toString();
  }
}
