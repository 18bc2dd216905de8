package io.coxswain.apiserver.kinds.workload;

import io.coxswain.apiserver.rules.Field;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Names of time zones in the IANA database. */
final class TimeZones {
  private static final Pattern PART = Pattern.compile("[A-Za-z.\\-_0-9+]{1,14}");

  /** Zones of the database that Java does not list. */
  private static final List<String> MORE =
      List.of("UTC", "EST", "MST", "HST", "ROC", "GMT+0", "GMT-0");

  private TimeZones() {}

  static void check(Field zone) {
    if (!zone.isSet()) {
      return;
    }
    if (zone.isEmpty()) {
      zone.invalid("timeZone must be nil or non-empty string");
      return;
    }
    for (String part : zone.text().split("/", -1)) {
      boolean sound =
          !part.equals(".")
              && !part.equals("..")
              && !part.startsWith("-")
              && PART.matcher(part).matches();
      if (!sound) {
        zone.invalid("unknown time zone " + zone.text());
        return;
      }
    }
    if (zone.text().toLowerCase(Locale.ROOT).equals("local")) {
      zone.invalid(
          "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
      if (zone.is("Local")) {
        return;
      }
    }
    if (!isKnown(zone.text())) {
      zone.invalid("unknown time zone " + zone.text());
    }
  }

  static boolean isKnown(String name) {
    return MORE.contains(name) || ZoneId.getAvailableZoneIds().contains(name);
  }
}
