package io.coxswain.cel.formats;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The string formats that are enforced. Others are accepted, as upstream does. */
public final class StringFormats {
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);
  private static final int DATE_LENGTH = "2006-01-02".length();
  private static final Pattern EMAIL =
      Pattern.compile("[^\\s@<>,;:\\\\\"\\[\\]()]+@[^\\s@<>,;:\\\\\"()]+");
  private static final FixedPattern HOSTNAME =
      FixedPattern.of(
          "([a-zA-Z0-9_\\p{L}]([a-zA-Z0-9\\-_\\p{L}]{0,61}[a-zA-Z0-9\\p{L}])?)"
              + "(\\.[a-zA-Z0-9_\\p{L}]([a-zA-Z0-9\\-_\\p{L}]{0,61}[a-zA-Z0-9\\p{L}])?)*\\.?");

  /** The fraction may begin with any character: upstream does not escape the point. */
  private static final FixedPattern TIME_OF_DAY =
      FixedPattern.of("([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))");

  private static final Map<String, Predicate<String>> FORMATS =
      Map.ofEntries(
          Map.entry("date-time", StringFormats::isDateTime),
          Map.entry("date", StringFormats::isDate),
          Map.entry("email", matches(EMAIL)),
          Map.entry("hostname", text -> text.length() < 256 && HOSTNAME.matches(text)),
          Map.entry("ipv4", matches(IPV4)),
          Map.entry("ipv6", StringFormats::isIpv6),
          Map.entry("cidr", StringFormats::isCidr),
          Map.entry(
              "mac",
              matches(
                  "([0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}|([0-9a-fA-F]{2}[:-]){7}[0-9a-fA-F]{2}|([0-9a-fA-F]{4}\\.){2}[0-9a-fA-F]{4}")),
          Map.entry("uri", StringFormats::isUri),
          Map.entry(
              "uuid",
              matches("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}")),
          Map.entry(
              "uuid3",
              matches("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}")),
          Map.entry(
              "uuid4",
              matches(
                  "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}")),
          Map.entry(
              "uuid5",
              matches(
                  "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}")),
          Map.entry("byte", StringFormats::isBase64),
          Map.entry("duration", DurationFormat::accepts),
          Map.entry("bsonobjectid", matches("[0-9a-fA-F]{24}")),
          Map.entry("isbn", text -> isIsbn10(text) || isIsbn13(text)),
          Map.entry("isbn10", StringFormats::isIsbn10),
          Map.entry("isbn13", StringFormats::isIsbn13),
          Map.entry("creditcard", StringFormats::isCreditCard),
          Map.entry("ssn", matches("[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}")),
          Map.entry("hexcolor", matches("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")),
          Map.entry(
              "rgbcolor",
              matches(
                  "rgb\\(\\s*" + OCTET + "\\s*,\\s*" + OCTET + "\\s*,\\s*" + OCTET + "\\s*\\)")),
          Map.entry("k8s-short-name", matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")),
          Map.entry(
              "k8s-long-name",
              text ->
                  text.length() <= 253
                      && text.matches(
                          "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")));

  private StringFormats() {}

  /** Whether the text has the format; a format that is not known is had by all. */
  public static boolean accepts(String format, String text) {
    Predicate<String> check = FORMATS.get(format);
    return check == null || check.test(text);
  }

  /** Whether the format is enforced. */
  public static boolean isKnown(String format) {
    return FORMATS.containsKey(format);
  }

  private static Predicate<String> matches(String regex) {
    return matches(Pattern.compile(regex));
  }

  private static Predicate<String> matches(Pattern pattern) {
    return text -> pattern.matcher(text).matches();
  }

  /** As upstream, what follows a second T is ignored, and zones are not limited. */
  private static boolean isDateTime(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("t", 3);
    if (parts.length < 2 || !isDate(parts[0]) || !TIME_OF_DAY.matches(parts[1])) {
      return false;
    }
    String time = parts[1];
    return time.substring(0, 2).compareTo("23") <= 0
        && time.substring(3, 5).compareTo("59") <= 0
        && time.substring(6, 8).compareTo("59") <= 0;
  }

  private static boolean isDate(String text) {
    try {
      return text.length() == DATE_LENGTH && LocalDate.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Groups of hexadecimal digits, at most one gap, perhaps an IPv4 address at the end. */
  private static boolean isIpv6(String text) {
    String address = text;
    int lastColon = text.lastIndexOf(':');
    if (lastColon >= 0 && text.indexOf('.') > lastColon) {
      if (!IPV4.matcher(text.substring(lastColon + 1)).matches()) {
        return false;
      }
      address = text.substring(0, lastColon + 1) + "0:0";
    }
    int gap = address.indexOf("::");
    if (gap < 0) {
      return groups(address) == 8;
    }
    int before = gap == 0 ? 0 : groups(address.substring(0, gap));
    String rest = address.substring(gap + 2);
    int after = rest.isEmpty() ? 0 : groups(rest);
    return before >= 0 && after >= 0 && before + after < 8;
  }

  /** How many groups; -1 if they are not groups. */
  private static int groups(String text) {
    String[] groups = text.split(":", -1);
    for (String group : groups) {
      if (!group.matches("[0-9a-fA-F]{1,4}")) {
        return -1;
      }
    }
    return groups.length;
  }

  private static boolean isCidr(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
      return false;
    }
    int length = Integer.parseInt(text.substring(slash + 1));
    String address = text.substring(0, slash);
    return IPV4.matcher(address).matches() ? length <= 32 : isIpv6(address) && length <= 128;
  }

  private static boolean isUri(String text) {
    try {
      return new URI(text).isAbsolute() || text.startsWith("/");
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isBase64(String text) {
    try {
      Base64.getDecoder().decode(text);
      return text.length() % 4 == 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isIsbn10(String text) {
    String digits = text.replaceAll("[\\s-]", "");
    if (!digits.matches("[0-9]{9}[0-9Xx]")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      char c = digits.charAt(i);
      sum += (10 - i) * (c == 'X' || c == 'x' ? 10 : c - '0');
    }
    return sum % 11 == 0;
  }

  private static boolean isIsbn13(String text) {
    String digits = text.replaceAll("[\\s-]", "");
    if (!digits.matches("97[89][0-9]{10}")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 13; i++) {
      sum += (i % 2 == 0 ? 1 : 3) * (digits.charAt(i) - '0');
    }
    return sum % 10 == 0;
  }

  private static boolean isCreditCard(String text) {
    String digits = text.replaceAll("[\\s-]", "");
    if (!digits.matches("[0-9]{13,19}")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int doubled = i % 2 == 0 ? digit : 2 * digit;
      sum += doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 == 0;
  }
}
