package io.coxswain.api.net;

import java.util.List;

/** Addresses and ranges, parsed as leniently as upstream parses them in old fields. */
public final class Addresses {
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
    return IpText.parseLenient(text) != null;
  }

  public static boolean isV4(String text) {
    return hasLength(text, 4);
  }

  public static boolean isV6(String text) {
    return hasLength(text, 16);
  }

  private static boolean hasLength(String text, int bytes) {
    IpText parsed = IpText.parseLenient(text);
    return parsed != null && parsed.bytes().length == bytes;
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
