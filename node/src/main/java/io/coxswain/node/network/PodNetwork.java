package io.coxswain.node.network;

import io.coxswain.env.Sockets;
import java.io.IOException;
import java.net.ConnectException;
import java.util.regex.Pattern;

/**
 * The mapping between the addresses of pods and services in the API, which may not be loopback
 * addresses, and those that local processes listen on and connect to.
 *
 * <p>Pods are in 10.64.0.0/11 and services in 10.96.0.0/12. If the host responds on all of
 * 127.0.0.0/8, each is mapped to the loopback address with the same last three numbers: 10.70.1.2
 * to 127.70.1.2. Otherwise all are mapped to 127.0.0.1.
 *
 * @param ownLoopback whether the host responds on all of 127.0.0.0/8, as Linux does
 */
public record PodNetwork(boolean ownLoopback) {
  /** The address of every process node in the API: the host itself. */
  public static final String NODE = "10.64.0.1";

  /** The address of the host for its own processes. */
  public static final String HOST = "127.0.0.1";

  private static final int FIRST_POD_NET = 65; // 10.64.0.0/16 is left to nodes
  private static final int POD_NETS = 31;
  private static final int HOSTS = 254;
  private static final Pattern MAPPED =
      Pattern.compile("10\\.(6[4-9]|[78]\\d|9\\d|10\\d|11[01])(\\.\\d{1,3}\\.\\d{1,3})");
  private static final Pattern POD = Pattern.compile("10\\.(6[5-9]|[78]\\d|9[0-5])\\.\\d+\\.\\d+");

  /** The address to dial for one of the API; other addresses stand for themselves. */
  public String local(String address) {
    if (address.equals(NODE)) {
      return HOST;
    }
    if (!MAPPED.matcher(address).matches()) {
      return address;
    }
    return ownLoopback ? "127" + address.substring("10".length()) : HOST;
  }

  /** Whether a pod of a process node may have the address. */
  public static boolean isPod(String address) {
    return POD.matcher(address).matches();
  }

  /** One of about two million addresses for pods. */
  public static String pod(long number) {
    long host = Math.floorMod(number, (long) POD_NETS * 256 * HOSTS);
    return "10."
        + (FIRST_POD_NET + host / (256 * HOSTS))
        + "."
        + host / HOSTS % 256
        + "."
        + (1 + host % HOSTS);
  }

  /**
   * Connects to a pod or another endpoint. A program may listen on its pod's address, or only on
   * the host's own.
   *
   * @param address as in the API
   */
  public Sockets.Connection connect(Sockets sockets, String address, int port) throws IOException {
    String local = local(address);
    try {
      return sockets.connect(local, port);
    } catch (IOException e) {
      if (local.equals(address) || local.equals(HOST)) {
        throw e;
      }
      return sockets.connect(HOST, port);
    }
  }

  /**
   * Connects to a pod for a client of the API, which may have no other access to this host. The
   * address 127.0.0.1 is shared by all programs of the host, so it is dialed only for a port that
   * the pod declares.
   *
   * @param address as in the API
   * @throws ConnectException if the pod does not listen on the port
   */
  public Sockets.Connection connect(Sockets sockets, String address, int port, boolean declared)
      throws IOException {
    if (declared) {
      return connect(sockets, address, port);
    }
    String local = local(address);
    if (local.equals(HOST)) {
      throw new ConnectException("the pod does not declare port " + port);
    }
    return sockets.connect(local, port);
  }
}
