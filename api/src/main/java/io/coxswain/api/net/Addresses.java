package io.coxswain.api.net;

import java.util.List;
import java.util.regex.Pattern;

/** Addresses and ranges of them, as leniently as upstream reads them in old fields. */
public final class Addresses {
  private static final Pattern V4 =
      Pattern.compile(
          "0*(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.0*(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}");
  private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");

  private Addresses() {}

  public static List<String> ip(String text) {
    return isIp(text)
        ? List.of()
        : List.of("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
  }

  public static List<String> cidr(String text) {
    return isCidr(text)
        ? List.of()
        : List.of("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
  }

  public static boolean isIp(String text) {
    return isV4(text) || isV6(text);
  }

  public static boolean isV4(String text) {
    return V4.matcher(text).matches();
  }

  public static boolean isV6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text) == 8;
    }
    if (text.indexOf("::", gap + 1) >= 0) {
      return false;
    }
    String head = text.substring(0, gap);
    String tail = text.substring(gap + 2);
    int before = head.isEmpty() ? 0 : head.contains(".") ? -1 : groups(head);
    int after = tail.isEmpty() ? 0 : groups(tail);
    return before >= 0 && after >= 0 && before + after < 8;
  }

  /** How many groups of sixteen bits the text has; negative when it is malformed. */
  private static int groups(String text) {
    String[] parts = text.split(":", -1);
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      if (GROUP.matcher(parts[i]).matches()) {
        count++;
      } else if (i == parts.length - 1 && isV4(parts[i])) {
        count += 2;
      } else {
        return -1;
      }
    }
    return count;
  }

  public static boolean isCidr(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return false;
    }
    String address = text.substring(0, slash);
    String length = text.substring(slash + 1);
    if (!length.matches("[0-9]{1,3}")) {
      return false;
    }
    int bits = Integer.parseInt(length);
    return (isV4(address) && bits <= 32) || (isV6(address) && bits <= 128);
  }
}
