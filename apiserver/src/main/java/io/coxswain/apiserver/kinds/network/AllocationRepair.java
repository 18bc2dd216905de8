package io.coxswain.apiserver.kinds.network;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.kinds.Ledger;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases addresses and node ports that no service uses: those of a server that ended between an
 * allocation and the write of its service, or between the removal of a service and the release.
 * Must run before requests are served, because an allocation in progress looks the same.
 */
public final class AllocationRepair {
  private static final Logger log = LoggerFactory.getLogger(AllocationRepair.class);
  private static final String MANAGED_BY = "ipaddress.kubernetes.io/managed-by";
  private static final String ALLOCATOR = "ipallocator.k8s.io";

  private AllocationRepair() {}

  public static void run(Ledger ledger) {
    Set<String> addresses = new TreeSet<>();
    Set<String> ports = new TreeSet<>();
    for (Stored stored : ledger.all("services")) {
      ServiceSpec service = ServiceSpec.of(stored.tree());
      if (!service.isExternalName()) {
        for (String address : service.clusterIps()) {
          Ip ip = Ip.parse(address);
          addresses.add(ip == null ? address : ip.toString());
        }
      }
      service.nodePorts().forEach(port -> ports.add(Integer.toString(port)));
      if (service.needsHealthCheck()) {
        ports.add(Integer.toString(service.healthCheckPort()));
      }
    }
    List<ObjectKey> unusedAddresses = new ArrayList<>();
    for (Stored address : ledger.all(ServiceReservation.ADDRESSES)) {
      if (ALLOCATOR.equals(address.labels().get(MANAGED_BY))
          && !addresses.contains(address.key().name())) {
        unusedAddresses.add(address.key());
      }
    }
    List<ObjectKey> unusedPorts = new ArrayList<>();
    for (Stored port : ledger.all(ServiceReservation.PORTS)) {
      if (!ports.contains(port.key().name())) {
        unusedPorts.add(port.key());
      }
    }
    release(ledger, ServiceReservation.ADDRESSES, unusedAddresses);
    release(ledger, ServiceReservation.PORTS, unusedPorts);
  }

  private static void release(Ledger ledger, String collection, List<ObjectKey> unused) {
    for (ObjectKey key : unused) {
      ledger.remove(collection, key);
      log.info("released an allocation that no service uses: resource={} name={}", collection, key);
    }
  }
}
