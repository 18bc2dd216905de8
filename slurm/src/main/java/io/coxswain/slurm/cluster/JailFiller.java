package io.coxswain.slurm.cluster;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.reconcile.PodStates;
import io.coxswain.slurm.render.PopulateJail;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Has the jail filled, or filled again, by a Job. */
final class JailFiller {
  private final Client client;
  private final OwnedObjects objects;

  JailFiller(Client client, OwnedObjects objects) {
    this.client = client;
    this.objects = objects;
  }

  /** Observes the Job, performs the plan, and returns whether the rest may proceed. */
  PopulateJailPlan fill(SlurmCluster cluster, ClusterValues values, String toldMode)
      throws ApiException {
    ObjectKey key = ObjectKey.of(values.names().namespace(), values.names().populateJail());
    Optional<Job> job = client.get(Job.class, key);
    PopulateJailPlan plan =
        PopulateJailPlan.of(
            values.maintenance(),
            job.map(JailFiller::state).orElse(PopulateJailPlan.Job.MISSING),
            toldMode,
            job.isEmpty() && podsLive(values));
    switch (plan.action()) {
      case CREATE -> objects.ensurePresent(cluster, PopulateJail.job(values));
      case DELETE -> client.delete(job.orElseThrow(), Deletion.background());
      case NONE -> {}
    }
    return plan;
  }

  private static PopulateJailPlan.Job state(Job job) {
    Integer succeeded = job.getStatus() == null ? null : job.getStatus().getSucceeded();
    return succeeded == null || succeeded == 0
        ? PopulateJailPlan.Job.UNFINISHED
        : PopulateJailPlan.Job.SUCCEEDED;
  }

  private boolean podsLive(ClusterValues values) throws ApiException {
    return anyLive(values, Labels.COMPONENT, Component.LOGIN.word())
        || anyLive(values, Labels.WORKER, "true");
  }

  private boolean anyLive(ClusterValues values, String label, String value) throws ApiException {
    var labels = new TreeMap<>(Map.of(Labels.INSTANCE, values.names().cluster(), label, value));
    return client
        .list(Pod.class)
        .in(values.names().namespace())
        .labels(LabelSelector.of(labels))
        .toList()
        .stream()
        .anyMatch(PodStates::isAlive);
  }
}
