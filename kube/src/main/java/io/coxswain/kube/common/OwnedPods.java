package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Creates and deletes pods of an owner, and records events on the owner. */
public final class OwnedPods {
  /** Maximum number of concurrent deletions. */
  private static final int MAX_CONCURRENCY = 16;

  private final Client client;
  private final Recorder events;
  private final HasMetadata owner;
  private final Klog log;

  public OwnedPods(Client client, Recorder events, HasMetadata owner) {
    this.client = client;
    this.events = events;
    this.owner = owner;
    this.log = Klog.of(owner.getKind().toLowerCase(Locale.ROOT) + "-controller");
  }

  /** The number of successes and the first failure. */
  public record Done(int count, @Nullable ApiException failure) {}

  /** Creates the pods in order, in batches of growing size, until one fails. */
  public Done createAll(Reconciliation pass, List<Pod> pods) {
    var created = new AtomicInteger();
    ApiException failure =
        SlowStart.run(
            pass,
            pods,
            pod -> {
              if (create(pod)) {
                created.incrementAndGet();
              }
            });
    return new Done(created.get(), failure);
  }

  /** Returns false if the namespace is being deleted, which is not a failure. */
  private boolean create(Pod wanted) throws ApiException {
    try {
      String name = client.discardingResponses().create(wanted);
      log.info(
          4,
          "Controller created pod",
          "controller",
          owner.getMetadata().getName(),
          "pod",
          ObjectKey.of(owner).sibling(name));
      events.normal(owner, "SuccessfulCreate", "Created pod: %s", name);
      return true;
    } catch (ApiException e) {
      if (SlowStart.namespaceEnds(e)) {
        return false;
      }
      events.warning(owner, "FailedCreate", "Error creating: %s", String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** Deletes all of the pods; one failure does not prevent other deletions. */
  public Done deleteAll(Reconciliation pass, Collection<Pod> pods) {
    var deleted = new AtomicInteger();
    ApiException failure = null;
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (Pod pod : pods) {
        fork.run(
            () -> {
              delete(pod);
              deleted.incrementAndGet();
            });
      }
    } catch (ApiException e) {
      failure = e;
    }
    return new Done(deleted.get(), failure);
  }

  /**
   * Deletes the given pod, with its UID as a precondition. Succeeds if it has already been deleted.
   */
  public void delete(Pod pod) throws ApiException {
    log.info(2, "Deleting pod", "controller", owner.getMetadata().getName(), "pod", pod);
    try {
      client.delete(pod, Deletion.byDefault());
      events.normal(owner, "SuccessfulDelete", "Deleted pod: %s", pod.getMetadata().getName());
    } catch (ApiException e) {
      events.warning(owner, "FailedDelete", "Error deleting: %s", String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
