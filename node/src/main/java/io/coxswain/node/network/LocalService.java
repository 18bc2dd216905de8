package io.coxswain.node.network;

import io.coxswain.api.ObjectKey;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where local processes reach a service.
 *
 * @param clusterIp in the API; empty for a headless service
 * @param address the loopback address that stands for it; for a headless service, that of a ready
 *     endpoint
 * @param ports by the port of the service, the one to connect to instead; none for a headless
 *     service
 */
public record LocalService(
    ObjectKey key, String clusterIp, String address, SortedMap<Integer, Integer> ports) {

  public LocalService {
    ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
  }

  public int port(int servicePort) {
    return ports.getOrDefault(servicePort, servicePort);
  }
}
