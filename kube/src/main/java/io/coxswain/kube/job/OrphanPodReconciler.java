package io.coxswain.kube.job;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.AbsentOwners;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Optional;

/** Removes the tracking finalizer from pods whose Job no longer exists. */
final class OrphanPodReconciler implements Reconciler<ObjectKey> {
  private static final ResourceType JOB = ResourceType.of(Job.class);

  private final Client client;
  private final AbsentOwners absent = new AbsentOwners();

  OrphanPodReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key);
    if (pod.isPresent()
        && Finalizers.has(pod.get(), JobNames.TRACKING_FINALIZER)
        && !isCounted(pod.get())) {
      Finalizers.cut(client, pod.get(), JobNames.TRACKING_FINALIZER);
    }
    return Outcome.done();
  }

  /** Whether a Job still has to count the pod. */
  private boolean isCounted(Pod pod) throws ApiException {
    Optional<OwnerReference> owner = Owners.controllerOf(pod);
    if (owner.isEmpty()) {
      return false;
    }
    if (!owner.get().getKind().equals("Job")
        || !Owners.group(owner.get().getApiVersion()).equals("batch")) {
      return true;
    }
    Optional<Job> job = findJob(ObjectKey.of(pod).sibling(owner.get().getName()), owner.get());
    return job.filter(j -> isExternal(j) || JobConditions.finished(j).isEmpty()).isPresent();
  }

  /** Checks with the server: a Job that is missing in the cache may be new. */
  private Optional<Job> findJob(ObjectKey key, OwnerReference owner) throws ApiException {
    Optional<Job> cached = client.get(Job.class, key).filter(j -> isMeant(j, owner));
    if (cached.isPresent() || absent.has(JOB, key, owner.getUid())) {
      return cached;
    }
    Optional<Job> live = client.live().get(Job.class, key).filter(j -> isMeant(j, owner));
    if (live.isEmpty()) {
      absent.add(JOB, key, owner.getUid());
    }
    return live;
  }

  private static boolean isMeant(Job job, OwnerReference owner) {
    return job.getMetadata().getUid().equals(owner.getUid());
  }

  private static boolean isExternal(Job job) {
    String manager = job.getSpec().getManagedBy();
    return manager != null && !manager.equals(JobNames.THIS_MANAGER);
  }
}
