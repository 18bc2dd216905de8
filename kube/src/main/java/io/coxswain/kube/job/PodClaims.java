package io.coxswain.kube.job;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Owners;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which pods are a Job's: those it controls and selects. Matching pods without a controller are
 * adopted, controlled ones that no longer match are let go.
 */
final class PodClaims {
  /** Index of pods without a controller, by namespace. */
  static final String UNCONTROLLED = "job-controller/uncontrolled";

  private final Client client;
  private final Job job;
  private final LabelSelector selector;
  private boolean mayAdopt;

  PodClaims(Client client, Job job) {
    this.client = client;
    this.job = job;
    this.selector = LabelSelector.of(job.getSpec().getSelector());
  }

  List<JobPod> claim() throws ApiException {
    var mine = new ArrayList<JobPod>();
    Optional<ApiException> failure = Optional.empty();
    for (Pod pod : client.list(Pod.class).controlledBy(job).toList()) {
      if (selector.test(pod.getMetadata().getLabels())) {
        mine.add(new JobPod(pod));
      } else if (!jobDeleting()) {
        try {
          release(pod);
        } catch (ApiException e) {
          failure = failure.or(() -> Optional.of(e));
        }
      }
    }
    if (!jobDeleting()) {
      for (Pod pod : orphans()) {
        try {
          adopt(pod).ifPresent(p -> mine.add(new JobPod(p)));
        } catch (ApiException e) {
          failure = failure.or(() -> Optional.of(e));
        }
      }
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
    return mine;
  }

  private boolean jobDeleting() {
    return job.getMetadata().getDeletionTimestamp() != null;
  }

  private List<Pod> orphans() throws ApiException {
    String namespace = job.getMetadata().getNamespace();
    return client.list(Pod.class).by(UNCONTROLLED, namespace).labels(selector).toList().stream()
        .filter(p -> p.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private void release(Pod pod) throws ApiException {
    try {
      client.patch(
          pod,
          p -> {
            Owners.remove(p, job.getMetadata().getUid());
            Finalizers.strip(p, JobNames.TRACKING_FINALIZER);
          });
    } catch (ApiException.NotFound | ApiException.Invalid e) {
      // Gone, or another pod by now: there is nothing to let go.
      return;
    }
  }

  private Optional<Pod> adopt(Pod pod) throws ApiException {
    if (!mayAdopt) {
      mayAdopt = stillThere();
    }
    if (!mayAdopt) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          client.patch(
              pod,
              p -> {
                Owners.add(p, Owners.controlledBy(job));
                Finalizers.add(p, JobNames.TRACKING_FINALIZER);
              }));
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Asked of the server itself: a deleted Job must not take pods from its successor. */
  private boolean stillThere() throws ApiException {
    return client
        .live()
        .get(Job.class, ObjectKey.of(job))
        .filter(j -> j.getMetadata().getUid().equals(job.getMetadata().getUid()))
        .filter(j -> j.getMetadata().getDeletionTimestamp() == null)
        .isPresent();
  }
}
