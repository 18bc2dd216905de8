package io.coxswain.node.simulated;

import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Unreachable addresses for pods and nodes. A pod's address is from its node's range if the node
 * has one; it is derived from the pod's name, and on a collision the later pod gets the next one.
 */
final class SimulatedAddresses {
  private final Set<String> taken = new HashSet<>();

  /** In 172.16.0.0/12. */
  static String ofNode(String name) {
    long number = hash(name) % (1 << 20);
    return "172." + (16 + (number >> 16)) + "." + (number >> 8 & 255) + "." + (number & 255);
  }

  /**
   * @param range such as 10.1.2.0/24; null or empty when the node has none
   */
  String ofPod(Pod pod, String host, @Nullable String range) {
    if (Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      return host;
    }
    String known = pod.getStatus() == null ? null : pod.getStatus().getPodIP();
    if (known != null && !known.isEmpty() && taken.add(known)) {
      return known;
    }
    long base = (10L << 24) + (128L << 16);
    long size = 1L << 23;
    if (range != null && range.indexOf('/') > 0 && range.indexOf(':') < 0) {
      base = number(range.substring(0, range.indexOf('/')));
      size = 1L << (32 - Integer.parseInt(range.substring(range.indexOf('/') + 1)));
    }
    long usable = Math.max(1, size - 3); // not the network, its first address or its broadcast
    long at = hash(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName()) % usable;
    for (long tries = 0; tries < usable; tries++) {
      String address = spell(base + 2 + (at + tries) % usable);
      if (taken.add(address)) {
        return address;
      }
    }
    return spell(base + 2 + at); // more pods than addresses: two have the same
  }

  void free(String address) {
    taken.remove(address);
  }

  private static long hash(String name) {
    var hash = new CRC32C();
    hash.update(name.getBytes(StandardCharsets.UTF_8));
    return hash.getValue();
  }

  private static long number(String address) {
    long number = 0;
    for (String part : address.split("\\.")) {
      number = number << 8 | Integer.parseInt(part);
    }
    return number;
  }

  private static String spell(long number) {
    return (number >> 24)
        + "."
        + (number >> 16 & 255)
        + "."
        + (number >> 8 & 255)
        + "."
        + (number & 255);
  }
}
