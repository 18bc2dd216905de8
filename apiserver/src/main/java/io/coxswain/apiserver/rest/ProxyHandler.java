package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.apiserver.spi.Kubelets;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The {@code proxy} subresource of pods, services and nodes: finds the backend of a request.
 *
 * <p>An address of the API is checked as upstream checks it and appears in messages, but the
 * network connects to the pod or node by name. Only nodes that have a kubelet, and their pods, are
 * dialed at the addresses of their statuses, and only by a server that connects to kubelets at all;
 * addresses of Endpoints are never dialed. So without kubelets a user who may write the status of a
 * pod or node cannot have this server connect to another address.
 */
final class ProxyHandler {
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
  private static final ResourceType ENDPOINTS =
      new ResourceType("", "v1", "Endpoints", "endpoints", true);
  private static final String KUBELET_PORT = "10250";

  private final Supplier<Snapshot> head;
  private final Admission admission;
  private final ClusterNetwork network;
  private final KubeletLocations kubelets;
  private final AtomicInteger turn = new AtomicInteger();

  ProxyHandler(
      Supplier<Snapshot> head,
      Admission admission,
      @Nullable ClusterNetwork network,
      KubeletLocations kubelets) {
    this.kubelets = kubelets;
    this.head = head;
    this.admission = admission;
    this.network = network == null ? new Unconnected() : network;
  }

  /** A server without nodes of its own reaches no pod. */
  private static final class Unconnected implements ClusterNetwork {
    @Override
    public Sockets.Connection connectToPod(String namespace, String pod, int port)
        throws IOException {
      throw new NoRouteToHostException();
    }

    @Override
    public Sockets.Connection connectToNode(String node, int port) throws IOException {
      throw new NoRouteToHostException();
    }
  }

  /**
   * The name in the path: {@code name}, {@code name:port} or {@code scheme:name:port}.
   *
   * @param port empty for none; may be the name of a port
   */
  private record Id(String scheme, String name, String port) {
    static Id of(Target target, String what) {
      String id = target.info().name();
      String[] parts = id.split(":", -1);
      Id read =
          switch (parts.length) {
            case 1 -> new Id("", parts[0], "");
            case 2 -> new Id("", parts[0], parts[1]);
            case 3 -> new Id(parts[0], parts[1], parts[2]);
            default -> new Id("", "", "");
          };
      if (read.name.isEmpty() || !List.of("http", "https", "").contains(read.scheme)) {
        throw StatusException.badRequest("invalid " + what + " request " + GoQuote.of(id));
      }
      return read;
    }
  }

  /** Where a request goes. */
  private record Backend(
      String scheme, String address, ProxiedRequest.Dialer dialer, boolean encrypted) {}

  /** Finds the backend of a request. */
  @FunctionalInterface
  private interface Resolver {
    Backend find(Target target, Snapshot snapshot);
  }

  RequestHandler toPods() {
    return target -> handle(target, "PodProxyOptions", this::pod);
  }

  RequestHandler toServices() {
    return target -> handle(target, "ServiceProxyOptions", this::service);
  }

  RequestHandler toNodes() {
    return target -> handle(target, "NodeProxyOptions", this::node);
  }

  private HandlerResponse handle(Target target, String kind, Resolver backends) {
    if (!METHODS.contains(target.request().method())) {
      throw StatusException.methodNotAllowed();
    }
    String path = target.info().proxyPath(target.request());
    if (path == null) {
      throw StatusException.noSuchResource();
    }
    ObjectNode options = ConnectOptions.proxy(kind, path);
    admission.connect(target, options);
    Backend backend = backends.find(target, head.get());
    String cleaned = clean(options.path("path").asText(""));
    if (cleaned.isEmpty() && !isUpgrade(target.request())) {
      if (List.of("GET", "HEAD").contains(target.request().method())) {
        return new HandlerResponse.Whole(redirect(target.request()));
      }
      cleaned = "/";
    }
    String prefix =
        target.request().path().substring(0, target.request().path().length() - path.length());
    return new HandlerResponse.Proxy(
        new ProxiedRequest(
            backend.scheme.isEmpty() ? "http" : backend.scheme,
            backend.address,
            cleaned,
            prefix,
            backend.dialer,
            backend.encrypted),
        ProxyAccounting.NONE);
  }

  private Backend pod(Target target, Snapshot snapshot) {
    Id id = Id.of(target, "pod");
    JsonNode pod = find(target, snapshot, id.name).tree();
    String port = id.port;
    if (port.isEmpty()) {
      for (JsonNode container : pod.at("/spec/containers")) {
        JsonNode first = container.at("/ports/0/containerPort");
        if (!first.isMissingNode()) {
          port = first.asText();
          break;
        }
      }
    }
    String address = podAddress(pod);
    if (!isGlobalUnicast(address)) {
      throw StatusException.badRequest("address not allowed");
    }
    String namespace = target.info().namespace();
    return backend(
        id.scheme, address, port, number -> network.connectToPod(namespace, id.name, number));
  }

  private Backend service(Target target, Snapshot snapshot) {
    Id id = Id.of(target, "service");
    String namespace = target.info().namespace();
    String portName = isNumber(id.port) ? portName(target, snapshot, id) : id.port;
    Stored stored = snapshot.find("endpoints", ObjectKey.of(namespace, id.name));
    if (stored == null) {
      throw StatusException.notFound(ENDPOINTS, id.name);
    }
    JsonNode subsets = stored.tree().path("subsets");
    if (subsets.isEmpty()) {
      throw StatusException.serviceUnavailable(
          "no endpoints available for service " + GoQuote.of(id.name));
    }
    int seed = turn.getAndIncrement();
    for (int i = 0; i < subsets.size(); i++) {
      JsonNode subset = subsets.get(Math.floorMod(seed + i, subsets.size()));
      JsonNode addresses = subset.path("addresses");
      for (JsonNode port : subset.path("ports")) {
        if (!Meta.text(port, "/name").equals(portName)) {
          continue;
        }
        for (int j = 0; j < addresses.size(); j++) {
          JsonNode address = addresses.get(Math.floorMod(seed + j, addresses.size()));
          if (isPod(address, namespace, snapshot)) {
            String pod = Meta.text(address, "/targetRef/name");
            return backend(
                id.scheme,
                Meta.text(address, "/ip"),
                port.path("port").asText(),
                number -> network.connectToPod(namespace, pod, number));
          }
        }
      }
    }
    throw StatusException.serviceUnavailable(
        "no endpoints available for service " + GoQuote.of(target.info().name()));
  }

  private static String portName(Target target, Snapshot snapshot, Id id) {
    JsonNode service = find(target, snapshot, id.name).tree();
    for (JsonNode port : service.at("/spec/ports")) {
      if (port.path("port").asText().equals(Long.toString(Long.parseLong(id.port)))) {
        return Meta.text(port, "/name");
      }
    }
    throw StatusException.serviceUnavailable(
        "no service port " + Long.parseLong(id.port) + " found for service " + GoQuote.of(id.name));
  }

  /** Whether the address is that of the pod it refers to, in the namespace of the service. */
  private static boolean isPod(JsonNode address, String namespace, Snapshot snapshot) {
    if (!Meta.text(address, "/targetRef/namespace").equals(namespace)) {
      return false;
    }
    String ip = Meta.text(address, "/ip");
    Stored pod =
        snapshot.find("pods", ObjectKey.of(namespace, Meta.text(address, "/targetRef/name")));
    if (pod == null || !isGlobalUnicast(ip)) {
      return false;
    }
    for (JsonNode podIp : pod.tree().at("/status/podIPs")) {
      if (Meta.text(podIp, "/ip").equals(ip)) {
        return true;
      }
    }
    return false;
  }

  private Backend node(Target target, Snapshot snapshot) {
    Id id = Id.of(target, "node");
    JsonNode node = find(target, snapshot, id.name).tree();
    String address = "";
    for (String type : List.of("InternalIP", "ExternalIP")) {
      for (JsonNode one : node.at("/status/addresses")) {
        if (address.isEmpty() && Meta.text(one, "/type").equals(type)) {
          address = Meta.text(one, "/address");
        }
      }
    }
    if (address.isEmpty()) {
      throw StatusException.unclassified("no preferred addresses found; known addresses: []");
    }
    if (!isGlobalUnicast(address)) {
      throw StatusException.badRequest("address not allowed");
    }
    String kubelet = node.at("/status/daemonEndpoints/kubeletEndpoint/Port").asText(KUBELET_PORT);
    boolean isKubelet = id.port.isEmpty() || id.port.equals(kubelet);
    Optional<KubeletLocations.Found> found = kubelets.find(node);
    if (isKubelet && found.isPresent()) {
      Kubelets.Kubelet at = found.get().kubelet();
      String host = at.address().contains(":") ? "[" + at.address() + "]" : at.address();
      return new Backend(
          "https", host + ":" + at.port(), () -> found.get().client().connect(at), true);
    }
    return backend(
        isKubelet ? "https" : id.scheme,
        address,
        isKubelet ? kubelet : id.port,
        number -> network.connectToNode(id.name, number));
  }

  /** Connects to a numbered port. */
  @FunctionalInterface
  private interface PortDialer {
    Sockets.Connection dial(int port) throws IOException;
  }

  private static Backend backend(String scheme, String ip, String port, PortDialer dialer) {
    String host = ip.contains(":") ? "[" + ip + "]" : ip;
    String known = port.isEmpty() ? scheme.equals("https") ? "443" : "80" : port;
    if (!isNumber(known) || Long.parseLong(known) < 1 || Long.parseLong(known) > 65_535) {
      String why =
          isNumber(known)
              ? "dial tcp: address " + known + ": invalid port"
              : "dial tcp: lookup tcp/" + known + ": unknown port";
      throw StatusException.serviceUnavailable("error trying to reach service: " + why);
    }
    int number = Integer.parseInt(known);
    return new Backend(scheme, host + ":" + number, () -> dialer.dial(number), false);
  }

  private static Stored find(Target target, Snapshot snapshot, String name) {
    Stored stored =
        snapshot.find(target.kind().collection(), ObjectKey.of(target.info().namespace(), name));
    if (stored == null) {
      throw StatusException.notFound(target.kind().type(), name);
    }
    return stored;
  }

  private static String podAddress(JsonNode pod) {
    String first = Meta.text(pod, "/status/podIPs/0/ip");
    return first.isEmpty() ? Meta.text(pod, "/status/podIP") : first;
  }

  static boolean isGlobalUnicast(String address) {
    Ip ip = Ip.parse(address);
    return ip != null && ip.isGlobalUnicast();
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() < 10
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isUpgrade(ApiRequest request) {
    String connection = request.header("connection");
    return connection != null && connection.toLowerCase(Locale.ROOT).contains("upgrade");
  }

  /** Without empty and dot segments; a slash at the end stays. */
  private static String clean(String path) {
    if (path.isEmpty()) {
      return "";
    }
    var segments = new ArrayDeque<String>();
    for (String segment : path.split("/")) {
      switch (segment) {
        case "", "." -> {}
        case ".." -> segments.pollLast();
        default -> segments.addLast(segment);
      }
    }
    String cleaned = "/" + String.join("/", segments);
    return path.endsWith("/") && !cleaned.endsWith("/") ? cleaned + "/" : cleaned;
  }

  /** A page at the root of a backend has relative links, which need a slash at the end. */
  private static ApiResponse redirect(ApiRequest request) {
    String[] parts = request.target().split("\\?", 2);
    var headers = new TreeMap<String, List<String>>();
    headers.put("location", List.of(parts[0] + "/" + (parts.length == 2 ? "?" + parts[1] : "")));
    return new ApiResponse(301, headers, new byte[0]);
  }
}
