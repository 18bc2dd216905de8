package io.coxswain.runtime.transport;

import io.coxswain.api.net.IpText;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The proxy for a server from environment variables, by the rules of Go's clients: {@code
 * HTTPS_PROXY} or {@code HTTP_PROXY} by the scheme of the server's address, unless {@code NO_PROXY}
 * exempts it; the names may be in lower case. Loopback addresses have no proxy.
 */
final class ProxyVariables {
  private static final Pattern WITH_PORT = Pattern.compile("(\\[.*]|[^:]*):(\\d*)");
  private static final Pattern RANGE = Pattern.compile("(.*)/(\\d{1,3})");

  private final Map<String, String> environment;

  ProxyVariables(Map<String, String> environment) {
    this.environment = environment;
  }

  /** The proxy's address; empty for none. */
  String of(URI server) {
    if (server.getHost() == null) {
      return ""; // reported when connecting
    }
    boolean secure = "https".equalsIgnoreCase(server.getScheme());
    String proxy = value(secure ? "HTTPS_PROXY" : "HTTP_PROXY");
    int port = server.getPort() >= 0 ? server.getPort() : secure ? 443 : 80;
    return isExempt(ServerAddress.bare(server.getHost()), port) ? "" : proxy;
  }

  private String value(String name) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : value;
  }

  private boolean isExempt(String name, int port) {
    String host = name.toLowerCase(Locale.ROOT);
    InetAddress address = address(host);
    if (host.equals("localhost") || (address != null && address.isLoopbackAddress())) {
      return true;
    }
    for (String entry : value("NO_PROXY").split(",")) {
      if (covers(entry.strip().toLowerCase(Locale.ROOT), host, address, port)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an entry covers the host: a wildcard, a CIDR, an address or a domain. */
  private static boolean covers(
      String entry, String host, @Nullable InetAddress address, int port) {
    if (entry.equals("*")) {
      return true;
    }
    Matcher range = RANGE.matcher(entry);
    if (range.matches()) {
      InetAddress network = address(range.group(1));
      return address != null
          && network != null
          && isWithin(address.getAddress(), network.getAddress(), range.group(2));
    }
    String named = entry;
    Matcher withPort = WITH_PORT.matcher(entry);
    if (withPort.matches()) {
      named = ServerAddress.bare(withPort.group(1));
      String only = withPort.group(2);
      if (!only.isEmpty() && !only.equals(Integer.toString(port))) {
        return false;
      }
    }
    InetAddress exempt = address(named);
    return exempt != null
        ? exempt.equals(address)
        : isOf(named.startsWith("*.") ? named.substring(1) : named, host);
  }

  private static boolean isWithin(byte[] address, byte[] network, String prefix) {
    int bits = Integer.parseInt(prefix);
    if (address.length != network.length || bits > address.length * 8) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      if (((address[i / 8] ^ network[i / 8]) & (0x80 >> (i % 8))) != 0) {
        return false;
      }
    }
    return true;
  }

  /** A domain covers itself and its subdomains; one with a leading dot only its subdomains. */
  private static boolean isOf(String domain, String host) {
    if (domain.isEmpty()) {
      return false;
    }
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }

  /** Null for a host name. */
  private static @Nullable InetAddress address(String literal) {
    try {
      return InetAddress.getByAddress(IpText.parse(literal).bytes());
    } catch (IpText.Malformed | UnknownHostException e) {
      return null;
    }
  }
}
