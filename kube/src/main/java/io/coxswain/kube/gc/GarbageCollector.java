package io.coxswain.kube.gc;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.metrics.Instruments;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.prometheus.metrics.core.metrics.Counter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Registers the garbage collector: watches the metadata of every deletable kind and discovers new
 * kinds.
 */
public final class GarbageCollector {
  private static final Klog klog = Klog.of("garbage-collector-controller");
  private static final Duration DISCOVERY_PERIOD = Duration.ofSeconds(30);
  private static final int WORKERS = 20;

  private final Manager manager;
  private final Client client;
  private final Recorder events;
  private final Counter syncErrors;
  private final OwnershipGraph graph = new OwnershipGraph();
  private final AtomicReference<Kinds> kinds = new AtomicReference<>(Kinds.NONE);
  private final Enqueuer<Item.Id> queue;
  private final Controller<Item.Id> controller;

  /** Only modified by the discovery task. */
  private final SortedSet<ResourceType> watched = new TreeSet<>();

  private GarbageCollector(Manager manager, int workers) {
    this.manager = manager;
    this.client = manager.client().fieldOwner("kube-controller-manager");
    this.events = manager.recorder("garbage-collector-controller");
    this.syncErrors =
        manager
            .instruments()
            .counter(
                Instruments.Stability.ALPHA,
                "garbagecollector_controller_resources_sync_error_total",
                "Number of garbage collector resources sync errors");
    var builder =
        manager.controllerBy(Item.Id.class, "garbage_collector_attempt_to_delete").workers(workers);
    this.queue = builder.enqueuer();
    this.controller =
        builder.reconcile(new GarbageReconciler(client, graph, kinds::get, queue::add));
  }

  public static void register(Manager manager) {
    register(manager, WORKERS);
  }

  /** As {@link #register(Manager)}; returns the instance, which serves the graph. */
  @CanIgnoreReturnValue
  public static GarbageCollector register(Manager manager, int workers) {
    var collector = new GarbageCollector(manager, workers);
    manager.add(collector::keepDiscovering);
    return collector;
  }

  /** Serves the graph at {@code /graph}: all of it, or the objects connected to the given UIDs. */
  public EndpointResponse debug(String path, Map<String, List<String>> query) {
    if (!path.equals("/graph")) {
      return EndpointResponse.NOT_FOUND;
    }
    List<String> uids = query.getOrDefault("uid", List.of());
    List<Item> shown = uids.isEmpty() ? graph.all() : graph.around(uids);
    return new EndpointResponse(
        200, "text/vnd.graphviz", GraphPage.of(shown).getBytes(StandardCharsets.UTF_8));
  }

  private void keepDiscovering() {
    while (true) {
      try {
        adjustWatches(Kinds.of(client.discover()));
      } catch (ApiException e) {
        syncErrors.inc();
        klog.info("failed to discover preferred resources", "error", e.getMessage());
      }
      manager.env().clock().sleep(DISCOVERY_PERIOD);
    }
  }

  private void adjustWatches(Kinds found) {
    if (found.deletable().isEmpty()) {
      // An empty result means that discovery failed, not that the server has no resources.
      syncErrors.inc();
      return;
    }
    kinds.set(found);
    boolean changed = !found.deletable().equals(watched);
    for (ResourceType type : found.deletable()) {
      if (watched.add(type)) {
        controller.watchMetadata(
            type,
            watch -> watch.handleLatest((latest, own) -> handle(graph.note(type, latest), own)));
      }
    }
    for (ResourceType type : List.copyOf(watched)) {
      if (!found.deletable().contains(type)) {
        watched.remove(type);
        controller.unwatch(type);
        handle(graph.forget(type), queue);
      }
    }
    if (changed) {
      klog.info(2, "synced garbage collector");
    }
  }

  /** The graph, not the object of the event, decides which items are affected. */
  private void handle(OwnershipGraph.Noted noted, Enqueuer<Item.Id> enqueuer) {
    noted.misplaced().forEach(this::report);
    noted.look().forEach(enqueuer::add);
  }

  private void report(OwnershipGraph.Misplaced misplaced) {
    Item.Id id = misplaced.dependent().id();
    OwnerReference owner = misplaced.reference();
    String namespace = id.key().namespace();
    events.warning(
        new GenericKubernetesResourceBuilder()
            .withApiVersion(id.type().apiVersion())
            .withKind(id.type().kind())
            .withNewMetadata()
            .withNamespace(namespace.isEmpty() ? null : namespace)
            .withName(id.key().name())
            .withUid(id.uid())
            .endMetadata()
            .build(),
        "OwnerRefInvalidNamespace",
        "ownerRef [%s/%s, namespace: %s, name: %s, uid: %s] does not exist in namespace \"%s\"",
        owner.getApiVersion(),
        owner.getKind(),
        namespace,
        owner.getName(),
        owner.getUid(),
        namespace);
  }
}
