package io.coxswain.api.net;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses.
 *
 * @param address as written, possibly inside the range
 */
public record Cidr(Ip address, int length) {

  public static @Nullable Cidr parse(String text) {
    if (!Addresses.isCidr(text)) {
      return null;
    }
    int slash = text.indexOf('/');
    Ip ip = Ip.parse(text.substring(0, slash));
    if (ip == null) {
      return null;
    }
    int length = Integer.parseInt(text.substring(slash + 1));
    boolean mapped = text.contains(":") && !ip.v6();
    return new Cidr(ip, mapped ? length - 96 : length);
  }

  public Ip first() {
    int free = address.bits() - length;
    return new Ip(address.v6(), address.value().shiftRight(free).shiftLeft(free));
  }

  public Ip last() {
    BigInteger size = BigInteger.ONE.shiftLeft(address.bits() - length);
    return new Ip(address.v6(), first().value().add(size).subtract(BigInteger.ONE));
  }

  public boolean contains(Ip ip) {
    return ip.v6() == address.v6()
        && ip.value().compareTo(first().value()) >= 0
        && ip.value().compareTo(last().value()) <= 0;
  }

  public boolean contains(Cidr other) {
    return contains(other.first()) && other.length >= length;
  }

  @Override
  public String toString() {
    return first() + "/" + length;
  }

  /** Warns about a range that is valid but not in canonical form. */
  public static void warn(String path, String text, List<String> warnings) {
    Cidr cidr = parse(text);
    if (cidr == null) {
      return;
    }
    int before = warnings.size();
    if (!cidr.first().equals(cidr.address)) {
      warnings.add(
          path
              + ": CIDR value \""
              + text
              + "\" is ambiguous in this context (should be \""
              + cidr
              + "\" or \""
              + cidr.address
              + "/"
              + cidr.address.bits()
              + "\"?)");
    }
    String plain = cidr.address + "/" + cidr.length;
    boolean v4 = !cidr.address.v6();
    if (v4 && !plain.equals(text)) {
      warnings.add(
          path
              + ": non-standard CIDR value \""
              + text
              + "\" will be considered invalid in a future Kubernetes release: use \""
              + cidr
              + "\"");
    } else if (warnings.size() == before && !v4 && !plain.equals(text)) {
      warnings.add(
          path
              + ": IPv6 CIDR value \""
              + text
              + "\" should be in RFC 5952 canonical format (\""
              + plain
              + "\")");
    }
  }

  /** The errors of a range in a field that has always been strict. */
  public static List<String> strict(String text) {
    Cidr cidr = parse(text);
    if (cidr == null) {
      return Addresses.cidr(text);
    }
    if (text.contains(":") && !cidr.address.v6()) {
      return List.of("must not have an IPv4-mapped IPv6 address");
    }
    if (!cidr.address.v6() && !(cidr.address + "/" + cidr.length).equals(text)) {
      return List.of("must not have leading 0s in IP or prefix length");
    }
    if (!cidr.first().equals(cidr.address)) {
      return List.of("must not have bits set beyond the prefix length");
    }
    return cidr.toString().equals(text)
        ? List.of()
        : List.of("must be in canonical form (\"" + cidr + "\")");
  }
}
