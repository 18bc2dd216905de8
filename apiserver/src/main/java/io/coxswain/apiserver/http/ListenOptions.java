package io.coxswain.apiserver.http;

import io.coxswain.api.net.Ip;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a server listens, and how clients on other hosts reach it.
 *
 * @param bindAddress the IP address to listen on; may stand for all addresses of the host
 * @param port 0 for any free port
 * @param advertiseAddress the IP address that is published to clients
 * @param names additional names and IP addresses of the serving certificate
 */
public record ListenOptions(
    String bindAddress, int port, String advertiseAddress, List<String> names) {
  private static final String LOOPBACK = "127.0.0.1";

  public ListenOptions {
    names = List.copyOf(names);
  }

  /** Listens on the loopback address alone. */
  public static ListenOptions loopback(int port) {
    return new ListenOptions(LOOPBACK, port, LOOPBACK, List.of());
  }

  /** Whether only clients on this host can connect. */
  public boolean isLoopback() {
    return ip(bindAddress).isLoopback();
  }

  /** Whether the advertised address is published to clients on other hosts. */
  boolean isAdvertised() {
    return !ip(advertiseAddress).isLoopback();
  }

  /** The address that clients on this host connect to. */
  String localAddress() {
    return ip(bindAddress).isUnspecified() ? LOOPBACK : bindAddress;
  }

  /** The IP addresses by which clients reach the server. */
  List<String> addresses() {
    var all = new ArrayList<String>(List.of(LOOPBACK));
    for (String each : List.of(bindAddress, advertiseAddress)) {
      if (!ip(each).isUnspecified() && !all.contains(each)) {
        all.add(each);
      }
    }
    names.stream().filter(name -> isAddress(name) && !all.contains(name)).forEach(all::add);
    return all;
  }

  /** The DNS names by which clients reach the server, besides those of its Service. */
  List<String> dnsNames() {
    return names.stream().filter(name -> !isAddress(name)).toList();
  }

  /** An IP address as the host of a URL. */
  static String host(String address) {
    return address.contains(":") ? "[" + address + "]" : address;
  }

  private static boolean isAddress(String name) {
    return Ip.parse(name) != null;
  }

  private static Ip ip(String address) {
    Ip ip = Ip.parse(address);
    if (ip == null) {
      throw new IllegalArgumentException("\"" + address + "\" is not an IP address");
    }
    return ip;
  }
}
