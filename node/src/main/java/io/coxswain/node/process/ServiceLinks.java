package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.node.network.LocalService;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables with the addresses of services, in Docker's legacy format: the loopback
 * addresses and ports to which they are mapped. Those of the API server contain its actual address.
 */
final class ServiceLinks {
  private ServiceLinks() {}

  /**
   * @param services those of the pod's namespace
   * @param local the addresses of services on this host
   */
  static SortedMap<String, String> of(
      Reader client,
      Pod pod,
      List<Service> services,
      SortedMap<ObjectKey, LocalService> local,
      String apiServer)
      throws ApiException {
    var links = new TreeMap<String, String>();
    if (!Boolean.FALSE.equals(pod.getSpec().getEnableServiceLinks())) {
      services.forEach(service -> add(links, service, local.get(ObjectKey.of(service))));
    }
    client
        .live()
        .get(Service.class, ObjectKey.of("default", "kubernetes"))
        .ifPresent(service -> add(links, service, local.get(ObjectKey.of(service))));
    if (!apiServer.isEmpty()) {
      URI url = URI.create(apiServer);
      links.put("KUBERNETES_SERVICE_HOST", url.getHost());
      links.put("KUBERNETES_SERVICE_PORT", Integer.toString(url.getPort()));
      links.put("KUBERNETES_SERVICE_PORT_HTTPS", Integer.toString(url.getPort()));
    }
    return links;
  }

  private static void add(
      SortedMap<String, String> links, Service service, @Nullable LocalService local) {
    String clusterIp = service.getSpec().getClusterIP();
    List<ServicePort> ports = service.getSpec().getPorts();
    if (clusterIp == null || clusterIp.isEmpty() || clusterIp.equals("None") || ports.isEmpty()) {
      return;
    }
    String address = local == null ? clusterIp : local.address();
    String name = upper(service.getMetadata().getName());
    links.put(name + "_SERVICE_HOST", address);
    links.put(name + "_SERVICE_PORT", number(ports.getFirst(), local));
    for (ServicePort port : ports) {
      if (port.getName() != null && !port.getName().isEmpty()) {
        links.put(name + "_SERVICE_PORT_" + upper(port.getName()), number(port, local));
      }
    }
    links.put(name + "_PORT", url(address, ports.getFirst(), local));
    for (ServicePort port : ports) {
      String prefix = name + "_PORT_" + port.getPort() + "_" + upper(protocol(port));
      links.put(prefix, url(address, port, local));
      links.put(prefix + "_PROTO", protocol(port));
      links.put(prefix + "_PORT", number(port, local));
      links.put(prefix + "_ADDR", address);
    }
  }

  private static String url(String address, ServicePort port, @Nullable LocalService local) {
    return protocol(port) + "://" + address + ":" + number(port, local);
  }

  private static String number(ServicePort port, @Nullable LocalService local) {
    return Integer.toString(
        local != null && protocol(port).equals("tcp")
            ? local.port(port.getPort())
            : port.getPort());
  }

  private static String protocol(ServicePort port) {
    return port.getProtocol() == null ? "tcp" : port.getProtocol().toLowerCase(Locale.ROOT);
  }

  private static String upper(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
