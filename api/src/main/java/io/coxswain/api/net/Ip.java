package io.coxswain.api.net;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An address, parsed as leniently as upstream does: leading zeros are decimal, and an IPv4-mapped
 * IPv6 address is the IPv4 address.
 */
public record Ip(boolean v6, BigInteger value) {
  public static @Nullable Ip parse(String text) {
    IpText parsed = IpText.parseLenient(text);
    if (parsed == null) {
      return null;
    }
    byte[] bytes = parsed.bytes();
    return parsed.isMapped() || bytes.length == 4
        ? new Ip(false, new BigInteger(1, bytes, bytes.length - 4, 4))
        : new Ip(true, new BigInteger(1, bytes));
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

  /** The canonical form. */
  @Override
  public String toString() {
    byte[] bytes = new byte[bits() / 8];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = value.shiftRight(8 * (bytes.length - 1 - i)).byteValue();
    }
    return new IpText(bytes).toString();
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

  public boolean isMulticast() {
    return v6 ? startsWith(0xff, 8) : startsWith(0xe, 4);
  }

  /** Go's meaning: private addresses are global, loopback and link-local ones are not. */
  public boolean isGlobalUnicast() {
    boolean broadcast = !v6 && value.bitCount() == 32;
    return !broadcast && !isUnspecified() && !isLoopback() && !isMulticast() && !isLinkLocal();
  }

  private boolean startsWith(long prefix, int length) {
    return value.shiftRight(bits() - length).longValue() == prefix;
  }

  /** Warns about an address that is valid but not in canonical form. */
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

  /** The errors of an address in a field that has always been strict. */
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
