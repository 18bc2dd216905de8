package io.coxswain.kube.resourcequota;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Quantities;
import io.coxswain.api.quota.Amounts;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the usage of one quota and writes its status. */
final class ResourceQuotaReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("resourcequota-controller");

  private final Client client;
  private final UsageTable table;
  private final Supplier<QuotableKinds> kinds;
  private final Duration syncPeriod;

  ResourceQuotaReconciler(
      Client client, UsageTable table, Supplier<QuotableKinds> kinds, Duration syncPeriod) {
    this.client = client;
    this.table = table;
    this.kinds = kinds;
    this.syncPeriod = syncPeriod;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<ResourceQuota> found = client.get(ResourceQuota.class, key);
    if (found.isEmpty()) {
      log.info("Resource quota has been deleted", "queueKey", key, "key", key);
      if (client.list(ResourceQuota.class).in(key.namespace()).keys().isEmpty()) {
        table.forget(key.namespace());
      }
      return Outcome.done();
    }
    QuotableKinds known = kinds.get();
    if (known.byName().isEmpty()) {
      // Nothing can be counted before discovery, after which all quotas are enqueued.
      return Outcome.done();
    }
    ResourceQuota quota = found.get();
    Amounts counted = new QuotaCount(client, table, known, pass.now()).of(quota);
    write(quota, counted);
    return syncPeriod.isZero() ? Outcome.done() : Outcome.after(syncPeriod);
  }

  private void write(ResourceQuota quota, Amounts counted) throws ApiException {
    Map<String, Quantity> hard = orNone(quota.getSpec().getHard());
    ResourceQuotaStatus status =
        quota.getStatus() == null ? new ResourceQuotaStatus() : quota.getStatus();
    var used = new TreeMap<String, Quantity>();
    orNone(status.getUsed())
        .forEach(
            (name, amount) -> {
              if (hard.containsKey(name)) {
                used.put(name, amount);
              }
            });
    counted.byName().forEach((name, amount) -> used.put(name, Quantity.parse(amount)));
    if (!areEqual(hard, orNone(status.getHard())) || !areEqual(used, orNone(status.getUsed()))) {
      client.patchStatus(
          quota,
          q -> {
            ResourceQuotaStatus now =
                q.getStatus() == null ? new ResourceQuotaStatus() : q.getStatus();
            now.setHard(hard);
            now.setUsed(used);
            q.setStatus(now);
          });
    }
  }

  private static Map<String, Quantity> orNone(@Nullable Map<String, Quantity> amounts) {
    return amounts == null ? Map.of() : amounts;
  }

  /** Compares by value: 1 equals 1000m. */
  private static boolean areEqual(Map<String, Quantity> one, Map<String, Quantity> other) {
    return one.keySet().equals(other.keySet())
        && one.entrySet().stream()
            .allMatch(e -> value(e.getValue()).compareTo(value(other.get(e.getKey()))) == 0);
  }

  private static BigDecimal value(@Nullable Quantity quantity) {
    return Quantities.value(quantity == null ? "0" : quantity.toString());
  }
}
