package io.coxswain.kube.servicecidr;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.net.Cidr;
import io.coxswain.api.net.Ip;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.networking.v1.IPAddress;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Registers the ServiceCIDR controller. */
public final class ServiceCidrController {
  private static final int WORKERS = 5;

  private ServiceCidrController() {}

  public static void register(Manager manager) {
    manager
        .controller("ipaddresses")
        .kind(ServiceCIDR.class)
        .workers(WORKERS)
        .watch(ServiceCIDR.class, watch -> watch.mapTo(ServiceCidrController::overlapping))
        .watch(
            IPAddress.class,
            watch ->
                watch
                    .mapTo(ServiceCidrController::containing)
                    .only(EventType.CREATED, EventType.DELETED))
        .reconcile(
            new ServiceCidrReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.client().fieldOwner("service-cidr-controller"),
                manager.recorder("service-cidr-controller")));
  }

  /** A change of one range may allow another to be deleted. */
  private static Collection<ObjectKey> overlapping(ServiceCIDR changed, Reader cache)
      throws ApiException {
    var keys = new TreeSet<ObjectKey>();
    keys.add(ObjectKey.of(changed));
    List<Cidr> ranges = ServiceCidrPlan.ranges(changed).toList();
    for (ServiceCIDR other : cache.list(ServiceCIDR.class).toList()) {
      if (ServiceCidrPlan.ranges(other)
          .anyMatch(o -> ranges.stream().anyMatch(r -> r.contains(o) || o.contains(r)))) {
        keys.add(ObjectKey.of(other));
      }
    }
    return keys;
  }

  private static Collection<ObjectKey> containing(IPAddress address, Reader cache)
      throws ApiException {
    Ip ip = ServiceCidrReconciler.isAllocated(address) ? ipOf(address) : null;
    return ip == null
        ? List.of()
        : cache.list(ServiceCIDR.class).toList().stream()
            .filter(c -> ServiceCidrPlan.ranges(c).anyMatch(r -> r.contains(ip)))
            .map(ObjectKey::of)
            .toList();
  }

  private static @Nullable Ip ipOf(IPAddress address) {
    return Ip.parse(address.getMetadata().getName());
  }
}
