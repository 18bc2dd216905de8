package io.coxswain.kube.ttl;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.Optional;

/** Deletes finished Jobs after their TTL. */
final class TtlReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("ttl-after-finished-controller");

  private final Client client;
  private final TtlMetrics metrics;

  TtlReconciler(Client client, TtlMetrics metrics) {
    this.client = client;
    this.metrics = metrics;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Job> cached = client.get(Job.class, key);
    if (cached.isEmpty() || !(TtlPlan.of(cached.get(), pass.now()) instanceof TtlPlan.Delete)) {
      return cached.map(job -> later(job, pass)).orElseGet(Outcome::done);
    }
    // The TTL may have been extended since the cached version.
    Optional<Job> job = client.live().get(Job.class, key);
    if (job.isEmpty()
        || !(TtlPlan.of(job.get(), pass.now()) instanceof TtlPlan.Delete(Duration late))) {
      return job.map(j -> later(j, pass)).orElseGet(Outcome::done);
    }
    log.info(4, "Cleaning up Job", "job", job.get());
    client.delete(job.get(), Deletion.foreground());
    metrics.deleted(late);
    return Outcome.done();
  }

  private static Outcome later(Job job, Reconciliation pass) {
    return TtlPlan.of(job, pass.now()) instanceof TtlPlan.Wait wait
        ? Outcome.after(wait.left())
        : Outcome.done();
  }
}
