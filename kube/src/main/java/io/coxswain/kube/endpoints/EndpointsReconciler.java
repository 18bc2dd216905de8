package io.coxswain.kube.endpoints;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.net.Ip;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.kube.services.PodFacts;
import io.coxswain.kube.services.ServicePodIndex;
import io.coxswain.kube.services.Services;
import io.coxswain.kube.services.Subsets;
import io.coxswain.kube.services.TargetPorts;
import io.coxswain.kube.services.TriggerTimes;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Maintains the Endpoints of one service. */
final class EndpointsReconciler implements Reconciler<ObjectKey> {
  private static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";
  private static final String THIS_CONTROLLER = "endpoint-controller";

  private final Client client;
  private final Recorder events;
  private final ServicePodIndex backends;
  private final TriggerTimes triggers = new TriggerTimes();

  EndpointsReconciler(Client client, Recorder events, ServicePodIndex backends) {
    this.client = client;
    this.events = events;
    this.backends = backends;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Service> service = client.get(Service.class, key);
    Optional<Endpoints> seen = client.get(Endpoints.class, key);
    if (service.isEmpty()) {
      triggers.forget(key);
      if (seen.isPresent()) {
        client.delete(seen.get(), Deletion.byDefault());
      }
    } else if (Services.isOurs(service.get())) {
      keep(service.get(), seen);
    }
    return Outcome.done();
  }

  private void keep(Service service, Optional<Endpoints> seen) throws ApiException {
    List<PodFacts> pods = backends.of(service);
    Optional<Instant> trigger = triggers.next(service, pods);
    List<EndpointSubset> wanted = subsets(service, pods);
    if (seen.isEmpty()) {
      create(service, wanted, trigger);
    } else if (!isRight(seen.get(), wanted, service)) {
      update(service, seen.get(), wanted, trigger);
    }
  }

  // ---- plan

  static List<EndpointSubset> subsets(Service service, List<PodFacts> pods) {
    boolean publishesNotReady = Services.publishesNotReady(service);
    List<ServicePort> ports = service.getSpec().getPorts();
    boolean headless = "None".equals(service.getSpec().getClusterIP());
    var subsets = new Subsets();
    for (PodFacts pod : pods) {
      if (!pod.canServe() || (pod.deleting() && !publishesNotReady)) {
        continue;
      }
      Optional<EndpointAddress> address = address(service, pod);
      if (address.isEmpty()) {
        continue;
      }
      boolean ready = publishesNotReady || pod.ready();
      if (ports.isEmpty() && headless) {
        subsets.add(address.get(), Subsets.Port.NONE, ready);
      }
      for (ServicePort port : ports) {
        OptionalInt number = TargetPorts.find(pod, port);
        if (number.isPresent()) {
          subsets.add(
              address.get(),
              new Subsets.Port(
                  TargetPorts.name(port),
                  number.getAsInt(),
                  TargetPorts.protocol(port),
                  port.getAppProtocol()),
              ready);
        }
      }
    }
    return subsets.toApi();
  }

  private static Optional<EndpointAddress> address(Service service, PodFacts pod) {
    boolean v6 = wantsV6(service, pod);
    return pod.addresses().stream()
        .filter(a -> a.v6() == v6)
        .findFirst()
        .map(
            a -> {
              var address = new EndpointAddress();
              address.setIp(a.text());
              // Upstream sets it even if it is empty, and the API server then rejects the object.
              address.setNodeName(pod.nodeName());
              address.setTargetRef(pod.reference());
              if (pod.isNamedBelow(service.getMetadata().getName())) {
                address.setHostname(pod.hostname());
              }
              return address;
            });
  }

  private static boolean wantsV6(Service service, PodFacts pod) {
    List<String> families = service.getSpec().getIpFamilies();
    if (!families.isEmpty()) {
      return families.getFirst().equals("IPv6");
    }
    if (Services.hasAddress(service)) {
      Ip ip = Ip.parse(service.getSpec().getClusterIP());
      return ip != null && ip.v6();
    }
    return !pod.addresses().isEmpty() && pod.addresses().getFirst().v6();
  }

  /** Compares the canonical forms, in which order and hash do not matter. */
  private static boolean isRight(Endpoints seen, List<EndpointSubset> wanted, Service service) {
    return Subsets.areEqual(Subsets.repack(subsets(seen)), wanted)
        && labelsAreRight(labels(seen), Services.labels(service))
        && !Capacity.isExceeded(subsets(seen))
        && !annotations(seen).containsKey(Capacity.ANNOTATION);
  }

  private static List<EndpointSubset> subsets(Endpoints endpoints) {
    @Nullable List<EndpointSubset> subsets = endpoints.getSubsets();
    return subsets == null ? List.of() : subsets;
  }

  private static boolean labelsAreRight(Map<String, String> labels, Map<String, String> service) {
    var rest = new TreeMap<>(labels);
    boolean ours = THIS_CONTROLLER.equals(rest.remove(MANAGED_BY));
    rest.remove(Services.HEADLESS);
    return ours && rest.equals(service);
  }

  private static Map<String, String> labels(Endpoints endpoints) {
    Map<String, String> labels = endpoints.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  private static Map<String, String> annotations(Endpoints endpoints) {
    Map<String, String> annotations = endpoints.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  // ---- apply

  private void create(Service service, List<EndpointSubset> wanted, Optional<Instant> trigger)
      throws ApiException {
    Endpoints endpoints =
        new EndpointsBuilder()
            .withNewMetadata()
            .withNamespace(service.getMetadata().getNamespace())
            .withName(service.getMetadata().getName())
            .endMetadata()
            .build();
    fill(endpoints, service, wanted, trigger);
    try {
      client.create(endpoints);
    } catch (ApiException e) {
      if (!SlowStart.namespaceEnds(e)) {
        events.warning(
            endpoints,
            "FailedToCreateEndpoint",
            "Failed to create endpoint for service %s/%s: %s",
            service.getMetadata().getNamespace(),
            service.getMetadata().getName(),
            String.valueOf(e.getMessage()));
        throw e;
      }
    }
  }

  private void update(
      Service service, Endpoints seen, List<EndpointSubset> wanted, Optional<Instant> trigger)
      throws ApiException {
    try {
      client.patch(seen, endpoints -> fill(endpoints, service, wanted, trigger));
    } catch (ApiException e) {
      events.warning(
          seen,
          "FailedToUpdateEndpoint",
          "Failed to update endpoint %s/%s: %s",
          service.getMetadata().getNamespace(),
          service.getMetadata().getName(),
          String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static void fill(
      Endpoints endpoints,
      Service service,
      List<EndpointSubset> wanted,
      Optional<Instant> trigger) {
    endpoints.setSubsets(Capacity.cut(wanted));
    var labels = new TreeMap<>(Services.labels(service));
    if (Services.hasAddress(service)) {
      labels.remove(Services.HEADLESS);
    } else {
      labels.put(Services.HEADLESS, "");
    }
    labels.put(MANAGED_BY, THIS_CONTROLLER);
    endpoints.getMetadata().setLabels(labels);
    var annotations = new TreeMap<>(annotations(endpoints));
    TriggerTimes.mark(annotations, trigger);
    if (Capacity.isExceeded(wanted)) {
      annotations.put(Capacity.ANNOTATION, Capacity.TRUNCATED);
    } else {
      annotations.remove(Capacity.ANNOTATION);
    }
    endpoints.getMetadata().setAnnotations(annotations);
  }
}
