package io.coxswain.node.network;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.node.network.PortProxy.Endpoint;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects local processes with the endpoints of services, like kube-proxy on other nodes, for TCP
 * ports.
 *
 * <p>Each port of a service with a cluster IP has a listener on the loopback address to which the
 * cluster IP is mapped, on a port that the host chooses, because a program that listens on all
 * addresses cannot use a port that is already in use. The texts of containers contain this port
 * ({@link ServiceNames}). As soon as an endpoint accepts connections, the proxy also tries to
 * listen on the port of the service itself, for clients that do not know the other one. If that
 * port is in use, it is by a program that listens on all addresses and is reached without the
 * proxy; if listening is not permitted (ports below 1024), the port is not available. Node ports
 * are served at 127.0.0.1.
 *
 * <p>Thread-safe. Listeners are opened and closed with the lock held, which does not block.
 */
public final class ServiceProxy {
  /** No more ports than this are listened on. */
  public static final int MAX_LISTENERS = 4_096;

  /** Connections beyond this are closed at once. */
  public static final int MAX_CONNECTIONS = 1_024;

  private static final Logger log = LoggerFactory.getLogger(ServiceProxy.class);
  private static final String SERVICE_LABEL = "kubernetes.io/service-name";
  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration MAX_RETRY = Duration.ofSeconds(30);

  private final Env env;
  private final Reader client;
  private final PodNetwork network;
  private final ConnectionLimit connections = new ConnectionLimit(MAX_CONNECTIONS);
  private final ReentrantLock lock = new ReentrantLock();
  private final SortedMap<ObjectKey, Entry> entries = new TreeMap<>();
  private int listeners;
  private boolean closed;

  /** A service and who listens for it. */
  private static final class Entry {
    private final String uid;
    private final String clusterIp;
    private final String address;
    private final SortedMap<Integer, Port> ports = new TreeMap<>();
    private Duration retry = FIRST_RETRY;

    /** Addresses of ready endpoints, for a headless service. */
    private List<String> ready = List.of();

    Entry(String uid, String clusterIp, String address) {
      this.uid = uid;
      this.clusterIp = clusterIp;
      this.address = address;
    }
  }

  /** A port of a service. */
  private static final class Port {
    private final String name;
    private volatile List<Endpoint> endpoints = List.of();
    private @Nullable PortProxy chosen;
    private @Nullable PortProxy same;
    private @Nullable PortProxy node;
    private int nodePort;
    private boolean sameRefused;

    Port(String name) {
      this.name = name;
    }
  }

  private ServiceProxy(Env env, Reader client, PodNetwork network) {
    this.env = env;
    this.client = client;
    this.network = network;
  }

  /** Adds the proxy to the manager: it follows services and their endpoints once that runs. */
  public static ServiceProxy register(Manager manager, PodNetwork network) {
    var proxy = new ServiceProxy(manager.env(), manager.client(), network);
    manager
        .controller("service-proxy")
        .kind(Service.class)
        .watch(Service.class, services -> services.self())
        .watch(
            EndpointSlice.class,
            slices -> slices.mapTo((slice, _) -> ServiceProxy.serviceOf(slice)))
        .reconcile(proxy::reconcile);
    return proxy;
  }

  private static List<ObjectKey> serviceOf(EndpointSlice slice) {
    Map<String, String> labels = slice.getMetadata().getLabels();
    String name = labels == null ? null : labels.get(SERVICE_LABEL);
    return name == null
        ? List.of()
        : List.of(ObjectKey.of(slice.getMetadata().getNamespace(), name));
  }

  /** The services that local processes can reach now, in the order of their keys. */
  public List<LocalService> services() {
    lock.lock();
    try {
      var all = new ArrayList<LocalService>();
      entries.forEach(
          (key, entry) -> {
            if (!entry.clusterIp.isEmpty()) {
              all.add(new LocalService(key, entry.clusterIp, entry.address, ports(entry)));
            } else if (!entry.ready.isEmpty()) {
              String pod = network.local(entry.ready.getFirst());
              all.add(new LocalService(key, "", pod, new TreeMap<>()));
            }
          });
      return all;
    } finally {
      lock.unlock();
    }
  }

  private static SortedMap<Integer, Integer> ports(Entry entry) {
    var ports = new TreeMap<Integer, Integer>();
    entry.ports.forEach(
        (number, port) -> {
          if (port.chosen != null) {
            ports.put(number, port.chosen.port());
          }
        });
    return ports;
  }

  /** Makes a service reachable that the watch may not have shown yet. */
  public void ensure(Service service) {
    lock.lock();
    try {
      if (!closed) {
        open(service);
      }
    } finally {
      lock.unlock();
    }
  }

  private Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Service service = client.get(Service.class, key).orElse(null);
    if (service == null) {
      forget(key);
      return Outcome.done();
    }
    List<EndpointSlice> slices =
        client
            .list(EndpointSlice.class)
            .in(key.namespace())
            .labels(LabelSelector.of(SERVICE_LABEL, key.name()))
            .toList();
    List<Port> waiting = update(service, slices);
    boolean settled = true;
    for (Port port : waiting) {
      settled &= accepts(port.endpoints) && listenOnSamePort(key, port);
    }
    return settled ? Outcome.done() : Outcome.after(nextRetry(key));
  }

  /** Updates listeners and endpoints; returns the ports of services without a listener. */
  private List<Port> update(Service service, List<EndpointSlice> slices) {
    lock.lock();
    try {
      if (closed) {
        return List.of();
      }
      Entry entry = open(service);
      var waiting = new ArrayList<Port>();
      entry.ready = slices.stream().flatMap(slice -> addresses(slice).stream()).toList();
      for (Port port : entry.ports.values()) {
        List<Endpoint> before = port.endpoints;
        port.endpoints = endpoints(slices, port.name);
        if (!port.endpoints.equals(before)) {
          entry.retry = FIRST_RETRY;
          port.sameRefused = false;
        }
        if (port.endpoints.isEmpty()) {
          close(port.same);
          port.same = null;
        } else if (port.same == null && !port.sameRefused) {
          waiting.add(port);
        }
      }
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  private Entry open(Service service) {
    ObjectKey key = ObjectKey.of(service);
    String uid = service.getMetadata().getUid();
    String clusterIp = orEmpty(service.getSpec().getClusterIP());
    clusterIp = clusterIp.equals("None") ? "" : clusterIp;
    Entry entry = entries.get(key);
    if (entry == null || !entry.uid.equals(uid) || !entry.clusterIp.equals(clusterIp)) {
      if (entry != null) {
        closeAll(entry);
      }
      entry = new Entry(uid, clusterIp, network.local(clusterIp));
      entries.put(key, entry);
    }
    var wanted = new TreeMap<Integer, ServicePort>();
    if (isLocal(entry)) {
      for (ServicePort port : service.getSpec().getPorts()) {
        if (port.getProtocol() == null || port.getProtocol().equals("TCP")) {
          wanted.put(port.getPort(), port);
        }
      }
    }
    Entry known = entry;
    entry
        .ports
        .entrySet()
        .removeIf(
            port -> {
              ServicePort now = wanted.get(port.getKey());
              boolean gone = now == null || !orEmpty(now.getName()).equals(port.getValue().name);
              if (gone) {
                close(port.getValue());
              }
              return gone;
            });
    wanted.forEach((number, port) -> open(known, number, port));
    return entry;
  }

  /** Whether this host responds on the address to which the service is mapped. */
  private static boolean isLocal(Entry entry) {
    return entry.address.startsWith("127.");
  }

  private void open(Entry entry, int number, ServicePort wanted) {
    Port port = entry.ports.computeIfAbsent(number, _ -> new Port(orEmpty(wanted.getName())));
    if (port.chosen == null) {
      port.chosen = listen(entry.address, 0, port);
    }
    int nodePort = wanted.getNodePort() == null ? 0 : wanted.getNodePort();
    if (port.nodePort != nodePort) {
      close(port.node);
      port.node = nodePort == 0 ? null : listen(PodNetwork.HOST, nodePort, port);
      port.nodePort = nodePort;
    }
  }

  private @Nullable PortProxy listen(String address, int number, Port port) {
    if (listeners >= MAX_LISTENERS) {
      return null;
    }
    try {
      PortProxy proxy =
          PortProxy.open(env, network, connections, () -> port.endpoints, address, number);
      listeners++;
      return proxy;
    } catch (IOException e) {
      log.atDebug()
          .addKeyValue("address", address)
          .addKeyValue("port", number)
          .addKeyValue("err", e.getMessage())
          .log("Failed to listen on service address");
      return null;
    }
  }

  /**
   * Whether an endpoint accepts connections: from then on a program that listens on all addresses
   * has its port, and the proxy cannot take it away.
   */
  private boolean accepts(List<Endpoint> endpoints) {
    for (Endpoint endpoint : endpoints) {
      if (network.local(endpoint.address()).equals(endpoint.address())) {
        return true; // not on this machine
      }
      if (accepts(endpoint)) {
        return true;
      }
    }
    return false;
  }

  private boolean accepts(Endpoint endpoint) {
    try (var _ = network.connect(env.sockets(), endpoint.address(), endpoint.port())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean listenOnSamePort(ObjectKey key, Port port) {
    lock.lock();
    try {
      Entry entry = entries.get(key);
      if (closed || entry == null) {
        return true;
      }
      entry
          .ports
          .entrySet()
          .forEach(
              known -> {
                if (known.getValue() == port && port.same == null) {
                  port.same = listen(entry.address, known.getKey(), port);
                  port.sameRefused = port.same == null;
                }
              });
      return true;
    } finally {
      lock.unlock();
    }
  }

  private Duration nextRetry(ObjectKey key) {
    lock.lock();
    try {
      Entry entry = entries.get(key);
      if (entry == null) {
        return MAX_RETRY;
      }
      Duration retry = entry.retry;
      Duration doubled = retry.multipliedBy(2);
      entry.retry = doubled.compareTo(MAX_RETRY) < 0 ? doubled : MAX_RETRY;
      return retry;
    } finally {
      lock.unlock();
    }
  }

  private static List<Endpoint> endpoints(List<EndpointSlice> slices, String portName) {
    var endpoints = new ArrayList<Endpoint>();
    for (EndpointSlice slice : slices) {
      for (var port : orNone(slice.getPorts())) {
        if (orEmpty(port.getName()).equals(portName) && port.getPort() != null) {
          addresses(slice).forEach(address -> endpoints.add(new Endpoint(address, port.getPort())));
        }
      }
    }
    return List.copyOf(endpoints);
  }

  /** One address of each ready endpoint. */
  private static List<String> addresses(EndpointSlice slice) {
    if (!"IPv4".equals(slice.getAddressType())) {
      return List.of();
    }
    return orNone(slice.getEndpoints()).stream()
        .filter(
            endpoint ->
                endpoint.getConditions() == null
                    || !Boolean.FALSE.equals(endpoint.getConditions().getReady()))
        .map(endpoint -> endpoint.getAddresses().stream().findFirst().orElse(null))
        .filter(Objects::nonNull)
        .map(String.class::cast)
        .toList();
  }

  private void forget(ObjectKey key) {
    lock.lock();
    try {
      Entry entry = entries.remove(key);
      if (entry != null) {
        closeAll(entry);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Stops listening. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      entries.values().forEach(this::closeAll);
      entries.clear();
    } finally {
      lock.unlock();
    }
  }

  private void closeAll(Entry entry) {
    entry.ports.values().forEach(this::close);
  }

  private void close(Port port) {
    close(port.chosen);
    close(port.same);
    close(port.node);
  }

  private void close(@Nullable PortProxy proxy) {
    if (proxy != null) {
      proxy.close();
      listeners--;
    }
  }

  /** Slices without endpoints have no lists at all. */
  private static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
