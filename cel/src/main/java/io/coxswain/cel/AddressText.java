package io.coxswain.cel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads and writes IP addresses as Go's {@code net/netip} does. */
final class AddressText {
  private final byte[] bytes;

  AddressText(byte[] bytes) {
    this.bytes = bytes;
  }

  /** 4 or 16; shared, not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  boolean isMapped() {
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

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException with Go's words if it is none
   */
  static AddressText parse(String text) {
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '.' -> {
          return new AddressText(v4(text, text));
        }
        case ':' -> {
          return new AddressText(v6(text));
        }
        case '%' -> throw bad(text, "missing IPv6 address", "");
        default -> {}
      }
    }
    throw bad(text, "unable to parse IP", "");
  }

  private static IllegalArgumentException bad(String text, String why, String at) {
    return new IllegalArgumentException(
        "ParseAddr("
            + StringFunctions.quote(text)
            + "): "
            + why
            + (at.isEmpty() ? "" : " (at " + StringFunctions.quote(at) + ")"));
  }

  private static byte[] v4(String whole, String text) {
    byte[] bytes = new byte[4];
    int field = 0;
    int value = 0;
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        if (digits == 1 && value == 0) {
          throw bad(whole, "IPv4 field has octet with leading zero", "");
        }
        value = value * 10 + c - '0';
        digits++;
        if (value > 255) {
          throw bad(whole, "IPv4 field has value >255", "");
        }
      } else if (c == '.') {
        if (i == 0 || i == text.length() - 1 || text.charAt(i - 1) == '.') {
          throw bad(whole, "IPv4 field must have at least one digit", text.substring(i));
        }
        if (field == 3) {
          throw bad(whole, "IPv4 address too long", "");
        }
        bytes[field++] = (byte) value;
        value = 0;
        digits = 0;
      } else {
        throw bad(whole, "unexpected character", text.substring(i));
      }
    }
    if (field < 3) {
      throw bad(whole, "IPv4 address too short", "");
    }
    bytes[3] = (byte) value;
    return bytes;
  }

  private static byte[] v6(String whole) {
    int percent = whole.indexOf('%');
    String text = percent < 0 ? whole : whole.substring(0, percent);
    if (percent >= 0 && percent == whole.length() - 1) {
      throw bad(whole, "zone must be a non-empty string", "");
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
        throw bad(whole, "trailing garbage after address", text.substring(i));
      }
      int start = i;
      while (i < text.length() && Character.digit(text.charAt(i), 16) >= 0) {
        i++;
      }
      if (i - start > 4) {
        throw bad(whole, "each group must have 4 or less digits", text.substring(start));
      }
      if (i == start) {
        throw bad(
            whole, "each colon-separated field must have at least one digit", text.substring(i));
      }
      if (i < text.length() && text.charAt(i) == '.') {
        if (gap < 0 && groups.size() != 6) {
          throw bad(
              whole,
              "embedded IPv4 address must replace the final 2 fields of the address",
              text.substring(start));
        }
        if (groups.size() > 6) {
          throw bad(
              whole,
              "too many hex fields to fit an embedded IPv4 at the end of the address",
              text.substring(start));
        }
        byte[] tail = v4(whole, text.substring(start));
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
        throw bad(whole, "unexpected character, want colon", text.substring(i));
      }
      if (i + 1 == text.length()) {
        throw bad(whole, "colon must be followed by more characters", text.substring(i));
      }
      i++;
      if (text.charAt(i) == ':') {
        if (gap >= 0) {
          throw bad(whole, "multiple :: in address", text.substring(i));
        }
        gap = groups.size();
        i++;
      }
    }
    if (groups.size() < 8 && gap < 0) {
      throw bad(whole, "address string too short", "");
    }
    if (groups.size() == 8 && gap >= 0) {
      throw bad(whole, "the :: must expand to at least one field of zeros", "");
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
    return other instanceof AddressText that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
