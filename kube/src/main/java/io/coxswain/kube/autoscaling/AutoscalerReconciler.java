package io.coxswain.kube.autoscaling;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Looks at one autoscaler, and again after the period. */
final class AutoscalerReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder events;
  private final Scales scales;
  private final AutoscalerOptions options;

  /** Looked up only. */
  private final Map<ObjectKey, ScaleMemory> memories = new ConcurrentHashMap<>();

  /** Which pods each autoscaler is for, as far as that is known. */
  private final NavigableMap<ObjectKey, LabelSelector> selectors = new ConcurrentSkipListMap<>();

  AutoscalerReconciler(Client client, Recorder events, Scales scales, AutoscalerOptions options) {
    this.client = client;
    this.events = events;
    this.scales = scales;
    this.options = options;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<HorizontalPodAutoscaler> found = client.get(HorizontalPodAutoscaler.class, key);
    if (found.isEmpty()) {
      memories.remove(key);
      selectors.remove(key);
      return Outcome.done();
    }
    ScaleMemory memory = memories.computeIfAbsent(key, k -> new ScaleMemory());
    try {
      new AutoscalerSync(client, events, scales, options, selectors, memory, found.get(), pass)
          .run();
    } catch (ApiException e) {
      // A failure is no reason to look again sooner: metrics change slowly.
      pass.log().warn("cannot be scaled now: {}", e.getMessage());
    }
    return Outcome.after(options.syncPeriod());
  }
}
