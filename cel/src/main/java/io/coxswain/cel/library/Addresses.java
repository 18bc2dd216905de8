package io.coxswain.cel.library;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.coxswain.api.net.IpText;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.TypeValue;
import java.util.Arrays;

/** IP addresses and ranges of them. */
final class Addresses {
  private static final OpaqueType IP = OpaqueType.create("net.IP");
  private static final OpaqueType CIDR = OpaqueType.create("net.CIDR");

  private Addresses() {}

  /** An address of 4 or 16 bytes. */
  record Ip(IpText text) implements TypeValue.Named {
    @Override
    public String typeName() {
      return "net.IP";
    }

    @Override
    public String asText() {
      return toString();
    }

    @Override
    public long size() {
      return length();
    }

    int length() {
      return text.bytes().length;
    }

    int at(int index) {
      return text.bytes()[index] & 0xff;
    }

    boolean isAll(int first, int last, int value) {
      for (int i = first; i < last; i++) {
        if (at(i) != value) {
          return false;
        }
      }
      return true;
    }

    boolean isUnspecified() {
      return isAll(0, length(), 0);
    }

    boolean isLoopback() {
      return length() == 4 ? at(0) == 127 : isAll(0, 15, 0) && at(15) == 1;
    }

    boolean isLinkLocalMulticast() {
      return length() == 4
          ? at(0) == 224 && at(1) == 0 && at(2) == 0
          : at(0) == 0xff && (at(1) & 0x0f) == 2;
    }

    boolean isMulticast() {
      return length() == 4 ? (at(0) & 0xf0) == 0xe0 : at(0) == 0xff;
    }

    boolean isLinkLocalUnicast() {
      return length() == 4 ? at(0) == 169 && at(1) == 254 : at(0) == 0xfe && (at(1) & 0xc0) == 0x80;
    }

    boolean isGlobalUnicast() {
      return !(length() == 4 && isAll(0, 4, 255))
          && !isUnspecified()
          && !isLoopback()
          && !isMulticast()
          && !isLinkLocalUnicast();
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }

  /** All addresses that share the first bits. */
  record Cidr(Ip address, int bits) implements TypeValue.Named {
    @Override
    public String typeName() {
      return "net.CIDR";
    }

    @Override
    public String asText() {
      return toString();
    }

    /** The bytes of the prefix, as upstream measures it. */
    @Override
    public long size() {
      return (bits + 7L) / 8;
    }

    boolean contains(Ip other) {
      return other.length() == address.length() && Arrays.equals(masked(other), masked(address));
    }

    private byte[] masked(Ip ip) {
      byte[] bytes = ip.text.bytes().clone();
      for (int i = 0; i < bytes.length; i++) {
        int kept = Math.clamp(bits - 8L * i, 0, 8);
        bytes[i] &= (byte) (0xff00 >> kept);
      }
      return bytes;
    }

    Cidr masked() {
      return new Cidr(new Ip(new IpText(masked(address))), bits);
    }

    @Override
    public String toString() {
      return address + "/" + bits;
    }
  }

  /** A question about an address. */
  @FunctionalInterface
  private interface Question {
    boolean of(Ip ip);
  }

  static void register(Library library) {
    var text = SimpleType.STRING;
    var truth = SimpleType.BOOL;
    library
        .global("ip", "string_to_ip", IP, text)
        .member("ip", "cidr_ip", IP, CIDR)
        .does("ip", a -> a[0] instanceof Cidr cidr ? cidr.address : parse(Library.text(a[0])))
        .member("family", "ip_family", SimpleType.INT, IP)
        .does("family", a -> ip(a[0]).length() == 4 ? 4L : 6L)
        .global("ip.isCanonical", "ip_is_canonical", truth, text)
        .does("ip.isCanonical", a -> parse(Library.text(a[0])).toString().equals(a[0]))
        .global("isIP", "is_ip", truth, text)
        .does("isIP", a -> isIp(Library.text(a[0])))
        .global("string", "ip_to_string", text, IP)
        .global("string", "cidr_to_string", text, CIDR)
        .global("cidr", "string_to_cidr", CIDR, text)
        .does("cidr", a -> parseCidr(Library.text(a[0])))
        .global("isCIDR", "is_cidr", truth, text)
        .does("isCIDR", a -> isCidr(Library.text(a[0])))
        .member("containsIP", "cidr_contains_ip_string", truth, CIDR, text)
        .member("containsIP", "cidr_contains_ip_ip", truth, CIDR, IP)
        .does("containsIP", Addresses::containsIp)
        .member("containsCIDR", "cidr_contains_cidr_string", truth, CIDR, text)
        .member("containsCIDR", "cidr_contains_cidr", truth, CIDR, CIDR)
        .does("containsCIDR", a -> contains(cidr(a[0]), cidr(a[1])))
        .member("prefixLength", "cidr_prefix_length", SimpleType.INT, CIDR)
        .does("prefixLength", a -> (long) cidr(a[0]).bits)
        .member("masked", "cidr_masked", CIDR, CIDR)
        .does("masked", a -> cidr(a[0]).masked());
    question(library, "isUnspecified", "ip_is_unspecified", Ip::isUnspecified);
    question(library, "isLoopback", "ip_is_loopback", Ip::isLoopback);
    question(
        library, "isLinkLocalMulticast", "ip_is_link_local_multicast", Ip::isLinkLocalMulticast);
    question(library, "isLinkLocalUnicast", "ip_is_link_local_unicast", Ip::isLinkLocalUnicast);
    question(library, "isGlobalUnicast", "ip_is_global_unicast", Ip::isGlobalUnicast);
  }

  private static void question(Library library, String name, String id, Question question) {
    library
        .member(name, id, SimpleType.BOOL, IP)
        .does(name, arguments -> question.of(ip(arguments[0])));
  }

  /** Upstream reports an address that cannot be parsed as a missing overload. */
  private static Object containsIp(Object[] arguments) throws EvalException {
    Ip address;
    try {
      address = ip(arguments[1]);
    } catch (EvalException e) {
      throw EvalException.noSuchOverload();
    }
    return cidr(arguments[0]).contains(address);
  }

  private static boolean contains(Cidr cidr, Cidr other) {
    return cidr.contains(other.address) && cidr.bits <= other.bits;
  }

  private static Ip ip(Object value) throws EvalException {
    return value instanceof Ip ip ? ip : parse(Library.text(value));
  }

  private static Cidr cidr(Object value) throws EvalException {
    return value instanceof Cidr cidr ? cidr : parseCidr(Library.text(value));
  }

  private static boolean isIp(String text) {
    try {
      parse(text);
      return true;
    } catch (EvalException e) {
      return false;
    }
  }

  private static boolean isCidr(String text) {
    try {
      parseCidr(text);
      return true;
    } catch (EvalException e) {
      return false;
    }
  }

  static Ip parse(String text) throws EvalException {
    IpText address;
    try {
      address = IpText.parse(text);
    } catch (IpText.Malformed e) {
      throw new EvalException(
          "IP Address "
              + StringFunctions.quote(text)
              + " parse error during conversion from string: "
              + describe(text, e));
    }
    if (text.contains("%")) {
      throw new EvalException(
          "IP address " + StringFunctions.quote(text) + " with zone value is not allowed");
    }
    checkNotMapped(address, text);
    return new Ip(address);
  }

  private static String describe(String text, IpText.Malformed e) {
    return "ParseAddr("
        + StringFunctions.quote(text)
        + "): "
        + e.getMessage()
        + (e.at().isEmpty() ? "" : " (at " + StringFunctions.quote(e.at()) + ")");
  }

  private static void checkNotMapped(IpText address, String text) throws EvalException {
    if (address.isMapped()) {
      throw new EvalException(
          "IPv4-mapped IPv6 address " + StringFunctions.quote(text) + " is not allowed");
    }
  }

  static Cidr parseCidr(String text) throws EvalException {
    String start = "network address parse error during conversion from string: ";
    try {
      int slash = text.lastIndexOf('/');
      String quoted = "netip.ParsePrefix(" + StringFunctions.quote(text) + "): ";
      if (slash < 0) {
        throw new IllegalArgumentException(quoted + "no '/'");
      }
      IpText address;
      try {
        address = IpText.parse(text.substring(0, slash));
      } catch (IpText.Malformed e) {
        throw new IllegalArgumentException(quoted + describe(text.substring(0, slash), e), e);
      }
      String length = text.substring(slash + 1);
      if (!length.matches("0|[1-9][0-9]{0,2}")) {
        throw new IllegalArgumentException(
            quoted + "bad bits after slash: " + StringFunctions.quote(length));
      }
      if (Integer.parseInt(length) > 8 * address.bytes().length) {
        throw new IllegalArgumentException(quoted + "prefix length out of range");
      }
      if (text.contains("%")) {
        throw new IllegalArgumentException(quoted + "IPv6 zones cannot be present in a prefix");
      }
      try {
        checkNotMapped(address, text);
      } catch (EvalException e) {
        throw new EvalException(start + e.text());
      }
      return new Cidr(new Ip(address), Integer.parseInt(length));
    } catch (IllegalArgumentException e) {
      throw new EvalException(start + start + e.getMessage());
    }
  }
}
