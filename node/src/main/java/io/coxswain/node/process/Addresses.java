package io.coxswain.node.process;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Gives names loopback addresses. The address follows from the name, so that it is the same before
 * the pod runs, for the pod that replaces it and after a restart of this program; only when two
 * names meet does the later one take the next free address.
 */
final class Addresses {
  static final String HOST = "127.0.0.1";

  /** Enough for every pod of a machine; beyond it, the names unused longest are forgotten. */
  private static final int MOST_NAMES = 65_536;

  private final boolean own;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, String> byName = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, String> byAddress = new TreeMap<>();

  /**
   * @param own whether the machine answers on all of 127.0.0.0/8, as Linux does
   */
  Addresses(boolean own) {
    this.own = own;
  }

  /** The address of a pod; remembers the one that its status has already. */
  String of(Pod pod) {
    if (Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      return HOST;
    }
    String known = pod.getStatus() == null ? null : pod.getStatus().getPodIP();
    return address(name(pod), known == null || known.isEmpty() ? null : known);
  }

  /** The address of {@code <hostname>.<subdomain>} in a namespace, whether or not it runs. */
  String of(String namespace, String hostname, String subdomain) {
    return address(name(namespace, hostname, subdomain), null);
  }

  /** All names of a namespace that have an address now: {@code <hostname>.<subdomain>}. */
  SortedMap<String, String> inNamespace(String namespace) {
    lock.lock();
    try {
      var names = new TreeMap<String, String>();
      byName.forEach(
          (name, address) -> {
            if (name.startsWith(namespace + "/")) {
              names.put(name.substring(namespace.length() + 1), address);
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
      if (!own) {
        address = HOST;
      } else {
        address = known != null && !byAddress.containsKey(known) ? known : free(name);
        byAddress.put(address, name);
      }
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
    while (byAddress.containsKey(spell(number))) {
      number++;
    }
    return spell(number);
  }

  /** 127.1.0.1 to 127.254.255.254; the machine's own 127.0.0.0/16 is left alone. */
  private static String spell(long number) {
    long host = Math.floorMod(number, 254L * 256 * 254);
    return "127." + (1 + host / (256 * 254)) + "." + host / 254 % 256 + "." + (1 + host % 254);
  }

  private void forgetEldest() {
    if (byName.size() > MOST_NAMES) {
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
