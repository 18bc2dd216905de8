package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The variables that tell a container where services are, in Docker's old words. Those of the
 * server name where it really listens: no address of a service can be reached on this machine.
 */
final class ServiceLinks {
  private ServiceLinks() {}

  static SortedMap<String, String> of(Client client, Pod pod, String apiServer)
      throws ApiException {
    var links = new TreeMap<String, String>();
    if (!Boolean.FALSE.equals(pod.getSpec().getEnableServiceLinks())) {
      for (Service service :
          client.live().list(Service.class).in(pod.getMetadata().getNamespace()).toList()) {
        add(links, service);
      }
    }
    client
        .live()
        .get(Service.class, ObjectKey.of("default", "kubernetes"))
        .ifPresent(service -> add(links, service));
    if (!apiServer.isEmpty()) {
      URI url = URI.create(apiServer);
      links.put("KUBERNETES_SERVICE_HOST", url.getHost());
      links.put("KUBERNETES_SERVICE_PORT", Integer.toString(url.getPort()));
      links.put("KUBERNETES_SERVICE_PORT_HTTPS", Integer.toString(url.getPort()));
    }
    return links;
  }

  private static void add(SortedMap<String, String> links, Service service) {
    String address = service.getSpec().getClusterIP();
    List<ServicePort> ports = service.getSpec().getPorts();
    if (address == null || address.isEmpty() || address.equals("None") || ports.isEmpty()) {
      return;
    }
    String name = upper(service.getMetadata().getName());
    links.put(name + "_SERVICE_HOST", address);
    links.put(name + "_SERVICE_PORT", ports.getFirst().getPort().toString());
    for (ServicePort port : ports) {
      if (port.getName() != null && !port.getName().isEmpty()) {
        links.put(name + "_SERVICE_PORT_" + upper(port.getName()), port.getPort().toString());
      }
    }
    links.put(name + "_PORT", url(address, ports.getFirst()));
    for (ServicePort port : ports) {
      String prefix = name + "_PORT_" + port.getPort() + "_" + upper(protocol(port));
      links.put(prefix, url(address, port));
      links.put(prefix + "_PROTO", protocol(port));
      links.put(prefix + "_PORT", port.getPort().toString());
      links.put(prefix + "_ADDR", address);
    }
  }

  private static String url(String address, ServicePort port) {
    return protocol(port) + "://" + address + ":" + port.getPort();
  }

  private static String protocol(ServicePort port) {
    return port.getProtocol() == null ? "tcp" : port.getProtocol().toLowerCase(Locale.ROOT);
  }

  private static String upper(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
