package io.coxswain.api.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes IP addresses as text: strictly as Go's {@code net/netip} does, or leniently as
 * old fields of the API do, with leading zeros that are decimal. An IPv4-mapped IPv6 address has 16
 * bytes.
 */
public final class IpText {
  private final byte[] bytes;

  public IpText(byte[] bytes) {
    this.bytes = bytes;
  }

  /** 4 or 16; shared, not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  public boolean isMapped() {
    if (bytes.length != 16) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return bytes[10] == -1 && bytes[11] == -1;
  }

  /** The text is not an address. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    private final String at;

    private Malformed(String problem, String at) {
      super(problem, null, false, false);
      this.at = at;
    }

    /** The text from the malformed character on; empty if there is none to blame. */
    public String at() {
      return at;
    }
  }

  /**
   * Reads an address strictly; a zone is checked and dropped.
   *
   * @throws Malformed with Go's words
   */
  public static IpText parse(String text) throws Malformed {
    return parse(text, false);
  }

  /** Reads an address leniently, without a zone; null if it is malformed. */
  public static @Nullable IpText parseLenient(String text) {
    try {
      return text.indexOf('%') >= 0 ? null : parse(text, true);
    } catch (Malformed e) {
      return null;
    }
  }

  private static IpText parse(String text, boolean leadingZeros) throws Malformed {
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '.' -> {
          return new IpText(v4(text, leadingZeros));
        }
        case ':' -> {
          return new IpText(v6(text, leadingZeros));
        }
        case '%' -> throw new Malformed("missing IPv6 address", "");
        default -> {}
      }
    }
    throw new Malformed("unable to parse IP", "");
  }

  private static byte[] v4(String text, boolean leadingZeros) throws Malformed {
    byte[] bytes = new byte[4];
    int field = 0;
    int value = 0;
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        if (!leadingZeros && digits == 1 && value == 0) {
          throw new Malformed("IPv4 field has octet with leading zero", "");
        }
        value = value * 10 + c - '0';
        digits++;
        if (value > 255) {
          throw new Malformed("IPv4 field has value >255", "");
        }
      } else if (c == '.') {
        if (i == 0 || i == text.length() - 1 || text.charAt(i - 1) == '.') {
          throw new Malformed("IPv4 field must have at least one digit", text.substring(i));
        }
        if (field == 3) {
          throw new Malformed("IPv4 address too long", "");
        }
        bytes[field++] = (byte) value;
        value = 0;
        digits = 0;
      } else {
        throw new Malformed("unexpected character", text.substring(i));
      }
    }
    if (field < 3) {
      throw new Malformed("IPv4 address too short", "");
    }
    bytes[3] = (byte) value;
    return bytes;
  }

  private static byte[] v6(String whole, boolean leadingZeros) throws Malformed {
    int percent = whole.indexOf('%');
    String text = percent < 0 ? whole : whole.substring(0, percent);
    if (percent >= 0 && percent == whole.length() - 1) {
      throw new Malformed("zone must be a non-empty string", "");
    }
    List<Integer> groups = new ArrayList<>();
    int gap = -1;
    int i = 0;
    if (text.startsWith("::")) {
      gap = 0;
      i = 2;
    }
    while (i < text.length()) {
      if (groups.size() == 8) {
        throw new Malformed("trailing garbage after address", text.substring(i));
      }
      int start = i;
      while (i < text.length() && isHex(text.charAt(i))) {
        i++;
      }
      if (i - start > 4) {
        throw new Malformed("each group must have 4 or less digits", text.substring(start));
      }
      if (i == start) {
        throw new Malformed(
            "each colon-separated field must have at least one digit", text.substring(i));
      }
      if (i < text.length() && text.charAt(i) == '.') {
        if (gap < 0 && groups.size() != 6) {
          throw new Malformed(
              "embedded IPv4 address must replace the final 2 fields of the address",
              text.substring(start));
        }
        if (groups.size() > 6) {
          throw new Malformed(
              "too many hex fields to fit an embedded IPv4 at the end of the address",
              text.substring(start));
        }
        byte[] tail = v4(text.substring(start), leadingZeros);
        groups.add((tail[0] & 0xff) << 8 | (tail[1] & 0xff));
        groups.add((tail[2] & 0xff) << 8 | (tail[3] & 0xff));
        i = text.length();
        break;
      }
      groups.add(Integer.parseInt(text.substring(start, i), 16));
      if (i == text.length()) {
        break;
      }
      if (text.charAt(i) != ':') {
        throw new Malformed("unexpected character, want colon", text.substring(i));
      }
      if (i + 1 == text.length()) {
        throw new Malformed("colon must be followed by more characters", text.substring(i));
      }
      i++;
      if (text.charAt(i) == ':') {
        if (gap >= 0) {
          throw new Malformed("multiple :: in address", text.substring(i));
        }
        gap = groups.size();
        i++;
      }
    }
    if (groups.size() < 8 && gap < 0) {
      throw new Malformed("address string too short", "");
    }
    if (groups.size() == 8 && gap >= 0) {
      throw new Malformed("the :: must expand to at least one field of zeros", "");
    }
    byte[] bytes = new byte[16];
    int zeros = 8 - groups.size();
    for (int g = 0; g < groups.size(); g++) {
      int place = gap >= 0 && g >= gap ? g + zeros : g;
      bytes[2 * place] = (byte) (groups.get(g) >> 8);
      bytes[2 * place + 1] = (byte) (int) groups.get(g);
    }
    return bytes;
  }

  private static boolean isHex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  /** The canonical form (RFC 5952). */
  @Override
  public String toString() {
    if (bytes.length == 4) {
      return (bytes[0] & 0xff)
          + "."
          + (bytes[1] & 0xff)
          + "."
          + (bytes[2] & 0xff)
          + "."
          + (bytes[3] & 0xff);
    }
    // The longest run of two or more zero groups is omitted, the first of them if several.
    int best = -1;
    int length = 1;
    for (int i = 0; i < 8; i++) {
      int j = i;
      while (j < 8 && group(j) == 0) {
        j++;
      }
      if (j - i > length) {
        best = i;
        length = j - i;
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
        text.append(Integer.toHexString(group(i)));
      }
    }
    return text.toString();
  }

  private int group(int index) {
    return (bytes[2 * index] & 0xff) << 8 | (bytes[2 * index + 1] & 0xff);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IpText that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
