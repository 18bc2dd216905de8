package io.coxswain.kube.namespace;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Timestamps;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Deletes what a namespace holds, once, and notes what is left. */
final class NamespaceSweep {
  private static final int MAX_CONCURRENCY = 16;
  private static final ResourceType PODS = ResourceType.of(Pod.class);

  private final Client live;
  private final Namespace namespace;
  private final Reconciliation pass;
  private final NamespaceFindings found = new NamespaceFindings();

  NamespaceSweep(Client client, Namespace namespace, Reconciliation pass) {
    this.live = client.live();
    this.namespace = namespace;
    this.pass = pass;
  }

  /** Pods first: what they use stays until the last of them has ended. */
  NamespaceFindings run() throws ApiException {
    SortedSet<ResourceType> kinds = discover();
    sweepPods();
    if (found.remaining().isEmpty() && found.deletionFailures().isEmpty()) {
      for (ResourceType kind : kinds) {
        if (!kind.equals(PODS)) {
          sweep(kind);
        }
      }
    }
    return found;
  }

  private String name() {
    return namespace.getMetadata().getName();
  }

  private SortedSet<ResourceType> discover() {
    var kinds = new TreeSet<ResourceType>();
    try {
      for (Client.Served served : live.discover()) {
        if (served.type().namespaced() && served.verbs().containsAll(List.of("delete", "list"))) {
          kinds.add(served.type());
        }
      }
    } catch (ApiException e) {
      found.discoveryFailed(String.valueOf(e.getMessage()));
    }
    return kinds;
  }

  private void sweepPods() {
    try {
      List<Pod> pods = live.list(Pod.class).in(name()).toList();
      delete(pods);
      if (!pods.isEmpty()) {
        found.mayTake(graceLeft(pods));
        noteRemaining(PODS, live.list(Pod.class).in(name()).toList());
      }
    } catch (ApiException e) {
      failed(PODS, e);
    }
  }

  private void sweep(ResourceType kind) {
    try {
      List<GenericKubernetesResource> objects = live.listMetadata(kind).in(name()).toList();
      delete(objects);
      if (!objects.isEmpty()) {
        noteRemaining(kind, live.listMetadata(kind).in(name()).toList());
      }
    } catch (ApiException.NotFound e) {
      // The kind went away since it was discovered, and its objects with it.
      pass.log().debug("{} is served no more", kind);
    } catch (ApiException e) {
      failed(kind, e);
    }
  }

  private void delete(List<? extends HasMetadata> objects) throws ApiException {
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (HasMetadata object : objects) {
        if (object.getMetadata().getDeletionTimestamp() == null) {
          fork.run(() -> live.delete(object, Deletion.background()));
        }
      }
    }
  }

  private void noteRemaining(ResourceType kind, List<? extends HasMetadata> left) {
    found.remain(kind, left.stream().map(Finalizers::of).toList());
  }

  private void failed(ResourceType kind, ApiException e) {
    found.deletionFailed(kind.qualifiedPlural() + ": " + e.getMessage());
  }

  /** The longest that a pod may still take; nothing once that time is over. */
  private Duration graceLeft(List<Pod> pods) {
    long seconds =
        pods.stream()
            .filter(NamespaceSweep::runs)
            .map(p -> p.getSpec().getTerminationGracePeriodSeconds())
            .mapToLong(s -> s == null ? 0 : s)
            .max()
            .orElse(0);
    Instant deleted =
        Timestamps.parse(namespace.getMetadata().getDeletionTimestamp()).orElse(pass.now());
    return pass.now().isAfter(deleted.plusSeconds(seconds))
        ? Duration.ZERO
        : Duration.ofSeconds(seconds);
  }

  private static boolean runs(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return !"Succeeded".equals(phase) && !"Failed".equals(phase);
  }
}
