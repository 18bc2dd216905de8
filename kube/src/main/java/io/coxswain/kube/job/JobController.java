package io.coxswain.kube.job;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Registers the Job controller. */
public final class JobController {
  private static final String FIELD_OWNER = "kube-controller-manager";

  private final JobOptions options;

  private JobController(JobOptions options) {
    this.options = options;
  }

  public static void register(Manager manager, JobOptions options) {
    new JobController(options).wire(manager);
  }

  private void wire(Manager manager) {
    Client client = manager.client().fieldOwner(FIELD_OWNER);
    var metrics = new JobMetrics(manager.instruments());
    manager
        .controller("job")
        .kind(Job.class)
        .workers(options.workers())
        .backOff(Duration.ofSeconds(1), Duration.ofMinutes(1))
        .watch(Job.class, watch -> watch.observe(metrics::seen).handle(this::enqueueJob))
        // Pods of one Job often change together, so their events are batched.
        .watch(
            Pod.class,
            watch ->
                watch
                    .observe(metrics::seenPod)
                    .mapTo(JobController::concernedJobs)
                    .delay(options.batching()))
        .reconcile(
            new JobReconciler(
                client,
                manager.recorder("job-controller"),
                options,
                metrics,
                manager.env().clock()));
    manager
        .controller("job_orphan_pod")
        .kind(Pod.class)
        .workers(options.workers())
        .watch(Pod.class, watch -> watch.self().when(JobController::mayHaveLostItsJob))
        .watch(
            Job.class,
            watch -> watch.mapTo(JobController::trackedPods).when(JobController::endsTheJob))
        .reconcile(new OrphanPodReconciler(client));
  }

  /** Status updates, which are mostly our own, are batched like pod events. */
  private void enqueueJob(Event<Job> event, Enqueuer<ObjectKey> queue) {
    ObjectKey key = ObjectKey.of(event.object());
    queue.addAfter(key, changesSpec(event) ? Duration.ZERO : options.batching());
  }

  private static boolean changesSpec(Event<Job> event) {
    return switch (event) {
      case Event.Created<Job> created -> true;
      case Event.Deleted<Job> deleted -> true;
      case Event.Updated<Job>(Job old, Job now) ->
          !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
              || !Objects.equals(
                  old.getMetadata().getGeneration(), now.getMetadata().getGeneration())
              || !Objects.equals(
                  old.getMetadata().getDeletionTimestamp(),
                  now.getMetadata().getDeletionTimestamp());
    };
  }

  private static Collection<ObjectKey> concernedJobs(Pod pod, Reader cache) throws ApiException {
    var owner = Owners.controllerOf(pod);
    if (owner.isPresent()) {
      return owner.get().getKind().equals("Job")
          ? List.of(ObjectKey.of(pod).sibling(owner.get().getName()))
          : List.of();
    }
    return cache.list(Job.class).in(pod.getMetadata().getNamespace()).toList().stream()
        .filter(job -> selects(job, pod))
        .map(ObjectKey::of)
        .toList();
  }

  private static boolean selects(Job job, Pod pod) {
    return job.getSpec().getSelector() != null
        && LabelSelector.of(job.getSpec().getSelector()).test(pod.getMetadata().getLabels());
  }

  private static boolean mayHaveLostItsJob(Event<Pod> event) {
    return !(event instanceof Event.Deleted<Pod>)
        && Finalizers.has(event.object(), JobNames.TRACKING_FINALIZER)
        && (event instanceof Event.Created<Pod>
            || Owners.controllerOf(event.object()).isEmpty()
            || event.object().getMetadata().getDeletionTimestamp() != null);
  }

  private static boolean endsTheJob(Event<Job> event) {
    return event instanceof Event.Deleted<Job>
        || JobConditions.finished(event.object()).isPresent();
  }

  private static Collection<ObjectKey> trackedPods(Job job, Reader cache) throws ApiException {
    return cache
        .list(Pod.class)
        .in(job.getMetadata().getNamespace())
        .labels(LabelSelector.of(job.getSpec().getSelector()))
        .toList()
        .stream()
        .filter(pod -> Finalizers.has(pod, JobNames.TRACKING_FINALIZER))
        .map(ObjectKey::of)
        .toList();
  }
}
