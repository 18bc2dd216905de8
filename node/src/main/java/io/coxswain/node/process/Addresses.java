package io.coxswain.node.process;

import io.coxswain.api.ObjectKey;
import io.coxswain.node.network.PodNetwork;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Gives pods addresses in the API, each of which stands for a local one. The address follows from
 * the name, so that it is the same before the pod runs, for the pod that replaces it and after a
 * restart of this program; only when two names meet does the later one take the next free address.
 */
final class Addresses {
  /** Enough for every pod of a host; beyond it, the least recently used names are dropped. */
  private static final int MAX_NAMES = 65_536;

  private static final Pattern API_ADDRESS =
      Pattern.compile(
          "(?<![A-Za-z0-9.])10\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?![A-Za-z0-9])(?!\\.\\d)");

  private final PodNetwork network;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, String> byName = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, String> byAddress = new TreeMap<>();

  Addresses(PodNetwork network) {
    this.network = network;
  }

  /** The address of a pod in the API; remembers the one that its status has already. */
  String of(Pod pod) {
    if (Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      return PodNetwork.NODE;
    }
    String known = pod.getStatus() == null ? null : pod.getStatus().getPodIP();
    return address(name(pod), known == null || !PodNetwork.isPod(known) ? null : known);
  }

  /** The address that the processes of a pod listen on. */
  String local(Pod pod) {
    return network.local(of(pod));
  }

  /** The local address of {@code <hostname>.<subdomain>} in a namespace, whether or not it runs. */
  String local(String namespace, String hostname, String subdomain) {
    return network.local(address(name(namespace, hostname, subdomain), null));
  }

  /** Writes local addresses where the text has addresses of pods. */
  String replace(String text) {
    return text.contains("10.")
        ? API_ADDRESS
            .matcher(text)
            .replaceAll(
                found -> isTaken(found.group()) ? network.local(found.group()) : found.group())
        : text;
  }

  private boolean isTaken(String address) {
    lock.lock();
    try {
      return byAddress.containsKey(address);
    } finally {
      lock.unlock();
    }
  }

  /** The local addresses of all names of a namespace now: {@code <hostname>.<subdomain>}. */
  SortedMap<String, String> inNamespace(String namespace) {
    lock.lock();
    try {
      var names = new TreeMap<String, String>();
      byName.forEach(
          (name, address) -> {
            if (name.startsWith(namespace + "/")) {
              names.put(name.substring(namespace.length() + 1), network.local(address));
            }
          });
      return names;
    } finally {
      lock.unlock();
    }
  }

  private String address(String name, @Nullable String known) {
    lock.lock();
    try {
      String address = byName.get(name);
      if (address != null) {
        return address;
      }
      address = known != null && !byAddress.containsKey(known) ? known : free(name);
      byAddress.put(address, name);
      byName.put(name, address);
      forgetEldest();
      return address;
    } finally {
      lock.unlock();
    }
  }

  private String free(String name) {
    var hash = new CRC32C();
    hash.update(name.getBytes(StandardCharsets.UTF_8));
    long number = hash.getValue();
    while (byAddress.containsKey(PodNetwork.pod(number))) {
      number++;
    }
    return PodNetwork.pod(number);
  }

  private void forgetEldest() {
    if (byName.size() > MAX_NAMES) {
      var eldest = byName.entrySet().iterator();
      byAddress.remove(eldest.next().getValue());
      eldest.remove();
    }
  }

  private static String name(Pod pod) {
    ObjectKey key = ObjectKey.of(pod);
    String subdomain = pod.getSpec().getSubdomain();
    return subdomain == null || subdomain.isEmpty()
        ? key.namespace() + "/" + key.name()
        : name(key.namespace(), hostname(pod), subdomain);
  }

  private static String name(String namespace, String hostname, String subdomain) {
    return namespace + "/" + hostname + "." + subdomain;
  }

  static String hostname(Pod pod) {
    String hostname = pod.getSpec().getHostname();
    return hostname == null || hostname.isEmpty() ? pod.getMetadata().getName() : hostname;
  }
}
