package io.coxswain.kube.job;

import io.coxswain.api.ApiException;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.OwnedPods;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Creates, deletes and releases pods of a Job, and records events. */
final class PodWriter {
  /** Maximum number of concurrent writes, except for slow start. */
  private static final int MAX_CONCURRENCY = 16;

  private final Client client;
  private final OwnedPods owned;
  private final Job job;
  private final Reconciliation pass;

  PodWriter(Client client, Recorder events, Job job, Reconciliation pass) {
    this.client = client;
    this.owned = new OwnedPods(client, events, job);
    this.job = job;
    this.pass = pass;
  }

  /** The work done, and the error that stopped it. */
  record Result(PodWork.Done done, @Nullable ApiException failure) {
    static final Result NOTHING = new Result(PodWork.Done.NOTHING, null);
  }

  /** UIDs of pods whose finalizer has been removed, and the first error. */
  record Released(Set<String> uids, @Nullable ApiException failure) {}

  /** The work before the status is written. */
  Result perform(PodWork work) {
    return switch (work) {
      case PodWork.Keep keep -> Result.NOTHING;
      case PodWork.End end -> Result.NOTHING;
      case PodWork.Create create -> create(create.pods());
      case PodWork.Remove remove -> remove(remove.pods());
    };
  }

  /** The work after the status is written: deletes counted pods. */
  Result end(PodWork work) {
    return work instanceof PodWork.End end ? delete(end.pods(), false) : Result.NOTHING;
  }

  private Result create(List<PodWork.NewPod> pods) {
    var built = pods.stream().map(pod -> PodFactory.build(job, pod)).toList();
    OwnedPods.Done done = owned.createAll(pass, built);
    return new Result(new PodWork.Done(done.count(), 0), done.failure());
  }

  /** Removes the finalizer first, so that these pods are not counted as failed. */
  private Result remove(List<JobPod> pods) {
    return delete(pods, true);
  }

  private Result delete(List<JobPod> pods, boolean releaseFirst) {
    var deleted = new AtomicInteger();
    ApiException failure = null;
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (JobPod pod : pods) {
        fork.run(
            () -> {
              delete(pod, releaseFirst);
              deleted.incrementAndGet();
            });
      }
    } catch (ApiException e) {
      failure = e;
    }
    return new Result(new PodWork.Done(0, deleted.get()), failure);
  }

  private void delete(JobPod pod, boolean releaseFirst) throws ApiException {
    if (releaseFirst && pod.tracked()) {
      Finalizers.cut(client, pod.pod(), JobNames.TRACKING_FINALIZER);
    }
    owned.delete(pod.pod());
  }

  /** Removes the tracking finalizer of pods that have been counted. */
  Released release(List<JobPod> pods) {
    Set<String> released = new ConcurrentSkipListSet<>();
    ApiException failure = null;
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (JobPod pod : pods) {
        fork.run(
            () -> {
              Finalizers.cut(client, pod.pod(), JobNames.TRACKING_FINALIZER);
              released.add(pod.uid());
            });
      }
    } catch (ApiException e) {
      failure = e;
    }
    return new Released(Collections.unmodifiableSet(new TreeSet<>(released)), failure);
  }
}
