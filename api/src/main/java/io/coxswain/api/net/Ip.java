package io.coxswain.api.net;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An address, read as leniently as upstream reads it: leading zeros are decimal, and an IPv4
 * address dressed as IPv6 is the IPv4 address.
 */
public record Ip(boolean v6, BigInteger value) {
  private static final BigInteger MAPPED = BigInteger.valueOf(0xffff).shiftLeft(32);

  public static @Nullable Ip parse(String text) {
    if (Addresses.isV4(text)) {
      return new Ip(false, v4(text));
    }
    if (!Addresses.isV6(text)) {
      return null;
    }
    BigInteger value = v6(text);
    return value.shiftRight(32).equals(BigInteger.valueOf(0xffff))
        ? new Ip(false, value.subtract(MAPPED))
        : new Ip(true, value);
  }

  private static BigInteger v4(String text) {
    BigInteger value = BigInteger.ZERO;
    for (String part : text.split("\\.")) {
      value = value.shiftLeft(8).add(new BigInteger(part));
    }
    return value;
  }

  private static BigInteger v6(String text) {
    String plain = text;
    int colon = text.lastIndexOf(':');
    if (text.indexOf('.') > 0) {
      int last = v4(text.substring(colon + 1)).intValue();
      plain =
          text.substring(0, colon + 1)
              + Integer.toHexString(last >>> 16)
              + ":"
              + Integer.toHexString(last & 0xffff);
    }
    int gap = plain.indexOf("::");
    List<String> head = groups(gap < 0 ? plain : plain.substring(0, gap));
    List<String> tail = gap < 0 ? List.of() : groups(plain.substring(gap + 2));
    var all = new ArrayList<>(head);
    while (all.size() + tail.size() < 8) {
      all.add("0");
    }
    all.addAll(tail);
    BigInteger value = BigInteger.ZERO;
    for (String group : all) {
      value = value.shiftLeft(16).add(new BigInteger(group, 16));
    }
    return value;
  }

  private static List<String> groups(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(":"));
  }

  public int bits() {
    return v6 ? 128 : 32;
  }

  public Ip plus(long offset) {
    return new Ip(v6, value.add(BigInteger.valueOf(offset)));
  }

  public String family() {
    return v6 ? "IPv6" : "IPv4";
  }

  /** The way to write it. */
  @Override
  public String toString() {
    return v6 ? v6Text() : v4Text();
  }

  private String v4Text() {
    int number = value.intValue();
    return (number >>> 24)
        + "."
        + ((number >>> 16) & 255)
        + "."
        + ((number >>> 8) & 255)
        + "."
        + (number & 255);
  }

  /** The longest run of two or more zero groups is left out, the first of them if several. */
  private String v6Text() {
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = value.shiftRight(16 * (7 - i)).intValue() & 0xffff;
    }
    int best = -1;
    int length = 1;
    for (int i = 0; i < 8; i++) {
      int end = i;
      while (end < 8 && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        best = i;
        length = end - i;
      }
    }
    var text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == best) {
        text.append("::");
        i += length - 1;
      } else {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }

  public boolean isUnspecified() {
    return value.signum() == 0;
  }

  public boolean isLoopback() {
    return v6 ? value.equals(BigInteger.ONE) : startsWith(127, 8);
  }

  public boolean isLinkLocal() {
    return v6 ? startsWith(0xfe80 >>> 6, 10) : startsWith(0xa9fe, 16);
  }

  public boolean isLinkLocalMulticast() {
    return v6 ? startsWith(0xff02, 16) : startsWith(0xe00000, 24);
  }

  private boolean startsWith(long prefix, int length) {
    return value.shiftRight(bits() - length).longValue() == prefix;
  }

  /** What to tell whoever writes an address that is read, but is not how addresses are written. */
  public static void warn(String path, String text, List<String> warnings) {
    Ip ip = parse(text);
    if (ip == null) {
      return;
    }
    boolean mapped = text.contains(":") && !ip.v6;
    if (mapped || (!ip.v6 && !ip.toString().equals(text))) {
      warnings.add(
          path
              + ": non-standard IP address \""
              + text
              + "\" will be considered invalid in a future Kubernetes release: use \""
              + ip
              + "\"");
    } else if (ip.v6 && !ip.toString().equals(text)) {
      warnings.add(
          path
              + ": IPv6 address \""
              + text
              + "\" should be in RFC 5952 canonical format (\""
              + ip
              + "\")");
    }
  }

  /** What is wrong with an address in a field that has always asked for strictness. */
  public static List<String> strict(String text) {
    Ip ip = parse(text);
    if (ip == null) {
      return Addresses.ip(text);
    }
    var problems = new ArrayList<String>();
    if (text.contains(":") && !ip.v6) {
      problems.add("must not be an IPv4-mapped IPv6 address");
    } else if (!ip.v6 && !ip.toString().equals(text)) {
      problems.add("must not have leading 0s");
    } else if (!ip.toString().equals(text)) {
      problems.add("must be in canonical form (\"" + ip + "\")");
    }
    return problems;
  }
}
