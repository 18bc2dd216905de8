package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;

/** Taints the queued nodes of a zone at the zone's eviction rate. */
final class ZoneReconciler implements Reconciler<String> {
  private final Zones zones;
  private final NoExecuteTaints taints;
  private final Clock clock;
  private final NodeCollectorMetrics metrics;

  ZoneReconciler(Zones zones, NoExecuteTaints taints, Clock clock, NodeCollectorMetrics metrics) {
    this.metrics = metrics;
    this.zones = zones;
    this.taints = taints;
    this.clock = clock;
  }

  @Override
  public Outcome reconcile(String zone, Reconciliation pass) throws ApiException {
    while (true) {
      switch (zones.next(zone, clock.nanos())) {
        case Zones.Next.Taint(String node) -> taint(zone, node, pass);
        case Zones.Next.Wait(var time) -> {
          return Outcome.after(time);
        }
        case Zones.Next.Nothing nothing -> {
          return Outcome.done();
        }
      }
    }
  }

  private void taint(String zone, String node, Reconciliation pass) throws ApiException {
    boolean done = false;
    try {
      taints.follow(node, pass.now());
      done = true;
      metrics.evicted(zone);
    } finally {
      if (!done) {
        boolean added = zones.add(zone, node, clock.nanos());
        pass.log()
            .atDebug()
            .addKeyValue("node", node)
            .addKeyValue("zone", zone)
            .addKeyValue("added", added)
            .log("Failed to taint node, requeued");
      }
    }
  }
}
