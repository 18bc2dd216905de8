package io.coxswain.kube.servicecidr;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.api.net.Ip;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IPAddress;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDRBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Maintains the finalizer and the condition of one ServiceCIDR. */
final class ServiceCidrReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("service-cidr-controller");

  private static final String FINALIZER = "networking.k8s.io/service-cidr-finalizer";
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Client client;
  private final Client statusClient;
  private final Recorder events;

  /**
   * @param client writes finalizers
   * @param statusClient applies conditions
   */
  ServiceCidrReconciler(Client client, Client statusClient, Recorder events) {
    this.client = client;
    this.statusClient = statusClient;
    this.events = events;
  }

  /** Whether the API server allocated the address. */
  static boolean isAllocated(IPAddress address) {
    Map<String, String> labels = address.getMetadata().getLabels();
    return labels != null
        && "ipallocator.k8s.io".equals(labels.get("ipaddress.kubernetes.io/managed-by"));
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<ServiceCIDR> found = client.get(ServiceCIDR.class, key);
    if (found.isEmpty()) {
      log.info(4, "ServiceCIDR no longer exist", "ServiceCIDR", key);
      return Outcome.done();
    }
    ServiceCIDR range = found.get();
    return range.getMetadata().getDeletionTimestamp() == null
        ? keep(range, pass)
        : release(range, pass);
  }

  private Outcome keep(ServiceCIDR range, Reconciliation pass) throws ApiException {
    if (!Finalizers.has(range, FINALIZER)) {
      client.patch(range, r -> Finalizers.add(r, FINALIZER));
    }
    try {
      say(range, "True", "", "Kubernetes Service CIDR is ready", pass);
    } catch (ApiException e) {
      events.warning(
          range,
          "KubernetesServiceCIDRError",
          "The ServiceCIDR Status can not be set to Ready=True");
      throw e;
    }
    return Outcome.done();
  }

  private Outcome release(ServiceCIDR range, Reconciliation pass) throws ApiException {
    List<Ip> addresses =
        client.list(IPAddress.class).toList().stream()
            .filter(ServiceCidrReconciler::isAllocated)
            .map(a -> Ip.parse(a.getMetadata().getName()))
            .filter(Objects::nonNull)
            .toList();
    if (!ServiceCidrPlan.mayGo(range, client.list(ServiceCIDR.class).toList(), addresses)) {
      say(
          range,
          "False",
          "Terminating",
          "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a"
              + " new ServiceCIDR",
          pass);
      return Outcome.done();
    }
    Instant deleted =
        Timestamps.parse(range.getMetadata().getDeletionTimestamp()).orElse(pass.now());
    Duration left = Duration.between(pass.now(), deleted.plus(GRACE));
    if (left.isPositive()) {
      return Outcome.after(left);
    }
    if (Finalizers.has(range, FINALIZER)) {
      log.info("Deleting ServiceCIDR no longer have orphan IPs", "ServiceCIDR", range);
      Finalizers.remove(client, range, FINALIZER);
    }
    return Outcome.done();
  }

  private void say(
      ServiceCIDR range, String status, String reason, String message, Reconciliation pass)
      throws ApiException {
    List<Condition> conditions =
        range.getStatus() == null ? List.of() : range.getStatus().getConditions();
    boolean said =
        conditions.stream()
            .anyMatch(
                c ->
                    "Ready".equals(c.getType())
                        && status.equals(c.getStatus())
                        && reason.equals(Objects.requireNonNullElse(c.getReason(), ""))
                        && message.equals(c.getMessage()));
    if (said) {
      return;
    }
    log.info(
        2,
        "Updating ServiceCIDR condition",
        "ServiceCIDR",
        range,
        "conditionType",
        "Ready",
        "newStatus",
        status,
        "newReason",
        reason);
    String since =
        conditions.stream()
            .filter(c -> "Ready".equals(c.getType()) && status.equals(c.getStatus()))
            .map(Condition::getLastTransitionTime)
            .findFirst()
            .orElseGet(() -> Timestamps.format(pass.now()));
    statusClient.applyStatus(
        new ServiceCIDRBuilder()
            .withNewMetadata()
            .withName(range.getMetadata().getName())
            .endMetadata()
            .withNewStatus()
            .addToConditions(
                new ConditionBuilder()
                    .withType("Ready")
                    .withStatus(status)
                    .withReason(reason)
                    .withMessage(message)
                    .withLastTransitionTime(since)
                    .build())
            .endStatus()
            .build());
  }
}
