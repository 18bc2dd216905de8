package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.InternalException;
import io.coxswain.apiserver.kinds.InvalidException;
import io.coxswain.apiserver.kinds.Reservation;
import io.coxswain.apiserver.kinds.WriteContext;
import java.util.ArrayList;
import java.util.List;

/** The addresses and ports that one write allocates, and those it no longer needs. */
final class ServiceReservation implements Reservation {
  static final String ADDRESSES = "ipaddresses.networking.k8s.io";

  /**
   * Represents the allocation map that upstream stores apart from its objects; invisible to
   * clients.
   */
  static final String PORTS = "servicenodeports";

  private static final int FIRST_PORT = 30000;
  private static final int LAST_PORT = 32767;

  /** Lower ports are reserved for explicit requests as long as others are free. */
  private static final int FIRST_ANY_PORT = FIRST_PORT + 86;

  private final ObjectKey service;
  private final WriteContext context;
  private final List<String> addresses = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<Runnable> releases = new ArrayList<>();

  ServiceReservation(ObjectNode service, WriteContext context) {
    this.service = Meta.key(service);
    this.context = context;
  }

  /** Allocates the requested address, or any. */
  String address(String wish, ArrayNode all) {
    if (wish.isEmpty()) {
      Ip free = ServiceRanges.ready(context).anyFree(context.entropy(), this::takeAddress);
      if (free == null) {
        throw new InternalException("failed to allocate a serviceIP: range is full");
      }
      return free.toString();
    }
    Ip ip = Ip.parse(wish);
    String problem =
        ip == null || !ServiceRanges.ready(context).contains(ip)
            ? "the provided network does not match the current range"
            : takeAddress(ip) ? "" : "provided IP is already allocated";
    if (!problem.isEmpty()) {
      throw new InvalidException(
          List.of(
              FieldError.invalid(
                  "spec.clusterIPs", all, "failed to allocate IP " + wish + ": " + problem)));
    }
    return wish;
  }

  private boolean takeAddress(Ip ip) {
    String name = ip.toString();
    if (context.ledger().find(ADDRESSES, ObjectKey.of(name)) != null) {
      return false;
    }
    if (context.dryRun()) {
      return true;
    }
    boolean got = context.ledger().create(ADDRESSES, IpAddresses.of(ip, service, context));
    if (got) {
      addresses.add(name);
    }
    return got;
  }

  void releaseAddress(String address) {
    Ip ip = Ip.parse(address);
    if (ip != null) {
      releases.add(() -> context.ledger().remove(ADDRESSES, ObjectKey.of(ip.toString())));
    }
  }

  boolean holds(int port) {
    return ports.contains(port);
  }

  /** Allocates the port; returns the reason if it cannot. */
  String port(int port) {
    if (port < FIRST_PORT || port > LAST_PORT) {
      return "provided port is not in the valid range. The range of valid ports is "
          + FIRST_PORT
          + "-"
          + LAST_PORT;
    }
    return takePort(port) ? "" : "provided port is already allocated";
  }

  int anyPort() {
    int port = anyPort(FIRST_ANY_PORT, LAST_PORT);
    return port > 0 ? port : anyPort(FIRST_PORT, FIRST_ANY_PORT - 1);
  }

  private int anyPort(int first, int last) {
    int count = last - first + 1;
    int start = context.entropy().nextInt(count);
    for (int i = 0; i < count; i++) {
      int port = first + (start + i) % count;
      if (takePort(port)) {
        return port;
      }
    }
    if (first == FIRST_PORT) {
      throw new InternalException("failed to allocate a nodePort: range is full");
    }
    return 0;
  }

  private boolean takePort(int port) {
    String name = Integer.toString(port);
    if (ports.contains(port) || context.ledger().find(PORTS, ObjectKey.of(name)) != null) {
      return false;
    }
    ObjectNode entry = Json.MAPPER.createObjectNode();
    Meta.of(entry).put("name", name);
    entry.put("service", service.toString());
    boolean got = context.dryRun() || context.ledger().create(PORTS, entry);
    if (got) {
      ports.add(port);
    }
    return got;
  }

  void releasePort(int port) {
    releases.add(() -> context.ledger().remove(PORTS, ObjectKey.of(Integer.toString(port))));
  }

  @Override
  public void keep() {
    releases.forEach(Runnable::run);
  }

  @Override
  public void cancel() {
    if (context.dryRun()) {
      return;
    }
    addresses.forEach(name -> context.ledger().remove(ADDRESSES, ObjectKey.of(name)));
    ports.forEach(port -> context.ledger().remove(PORTS, ObjectKey.of(Integer.toString(port))));
  }
}
