package io.coxswain.kube.namespace;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Reader;
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

/** Deletes the content of a namespace once and records the remaining objects. */
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

  /** Deletes pods first; other objects stay until the last pod has terminated. */
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
      for (Reader.Served served : live.discover()) {
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
      // The resource is no longer served, so its objects are gone.
      pass.log()
          .atDebug()
          .addKeyValue("resource", kind)
          .log("Skipping resource that is no longer served");
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

  /** The longest remaining grace period of a pod; zero when it has passed. */
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
    Duration grace = Seconds.of(seconds);
    return pass.now().isAfter(deleted.plus(grace)) ? Duration.ZERO : grace;
  }

  private static boolean runs(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return !"Succeeded".equals(phase) && !"Failed".equals(phase);
  }
}
