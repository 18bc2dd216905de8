package io.coxswain.kube.resourcequota;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.quota.QuotaUsage;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.controller.WatchBuilder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Registers the ResourceQuota controller: watches every kind that can be counted. */
public final class ResourceQuotaController {
  private static final Klog log = Klog.of("resourcequota-controller");
  private static final Duration DISCOVERY_PERIOD = Duration.ofSeconds(30);

  private static final Duration CHECK_DELAY = Duration.ofSeconds(2);
  private static final String QUOTAS = "resourcequotas";

  private final Manager manager;
  private final Client client;
  private final UsageTable table = new UsageTable();
  private volatile QuotableKinds kinds = QuotableKinds.NONE;

  /** Only modified by the discovery task. */
  private final SortedSet<ResourceType> watched = new TreeSet<>();

  private ResourceQuotaController(Manager manager) {
    this.manager = manager;
    this.client = manager.client().fieldOwner("kube-controller-manager");
  }

  public static void register(Manager manager, ResourceQuotaOptions options) {
    new ResourceQuotaController(manager).wire(options);
  }

  private void wire(ResourceQuotaOptions options) {
    Controller<ObjectKey> controller =
        manager
            .controller("resourcequota_primary")
            .kind(ResourceQuota.class)
            .workers(options.workers())
            .watch(
                ResourceQuota.class,
                watch ->
                    watch
                        .mapTo(ResourceQuotaController::itAndThoseThatCountIt)
                        .when(ResourceQuotaController::changesTheLimits))
            .watch(Pod.class, counting(CountedKind.PODS))
            .watch(Pod.class, checking(CountedKind.PODS))
            .watch(Service.class, counting(CountedKind.SERVICES))
            .watch(Service.class, checking(CountedKind.SERVICES))
            .watch(PersistentVolumeClaim.class, counting(CountedKind.CLAIMS))
            .watch(PersistentVolumeClaim.class, checking(CountedKind.CLAIMS))
            .watchIfPresent(ResourceClaim.class, counting(CountedKind.DEVICES))
            .reconcile(
                new ResourceQuotaReconciler(client, table, this::kinds, options.syncPeriod()));
    manager.add(() -> keepDiscovering(controller));
  }

  /** Ignores status updates by this controller and the API server. */
  private static boolean changesTheLimits(Event<ResourceQuota> event) {
    return !(event instanceof Event.Updated<ResourceQuota>(ResourceQuota old, ResourceQuota now))
        || !Objects.equals(old.getSpec().getHard(), now.getSpec().getHard());
  }

  private static Collection<ObjectKey> itAndThoseThatCountIt(ResourceQuota quota, Reader cache)
      throws ApiException {
    var keys = new TreeSet<>(quotasFor(QUOTAS, quota, cache));
    keys.add(ObjectKey.of(quota));
    return keys;
  }

  private <T extends HasMetadata> Consumer<WatchBuilder<T, ObjectKey>> counting(CountedKind kind) {
    return watch ->
        watch
            .mapTo((object, cache) -> quotasFor(kind.collection(), object, cache))
            .when(
                event -> {
                  table.note(kind, event);
                  return Replenishment.isBroughtBy(event);
                });
  }

  /**
   * The API server has charged the creation, but a count between the charge and the creation may
   * have reset the charge. So the quota is counted again after the object has been observed.
   */
  private static <T extends HasMetadata> Consumer<WatchBuilder<T, ObjectKey>> checking(
      CountedKind kind) {
    return watch ->
        watch
            .mapTo((object, cache) -> quotasFor(kind.collection(), object, cache))
            .only(EventType.CREATED)
            .when(event -> event instanceof Event.Created<T>(T object, boolean initial) && !initial)
            .delay(CHECK_DELAY);
  }

  /** The quotas in the object's namespace that limit its kind. */
  private static Collection<ObjectKey> quotasFor(
      String collection, HasMetadata object, Reader cache) throws ApiException {
    String namespace = object.getMetadata().getNamespace();
    List<ResourceQuota> quotas = cache.list(ResourceQuota.class).in(namespace).toList();
    if (quotas.isEmpty()) {
      return List.of();
    }
    QuotaUsage usage = QuotaUsage.of(collection);
    return quotas.stream()
        .filter(q -> q.getSpec().getHard() != null)
        .filter(q -> q.getSpec().getHard().keySet().stream().anyMatch(usage::covers))
        .map(ObjectKey::of)
        .toList();
  }

  // ---- kinds

  /** Nothing can be counted before the first discovery. */
  private QuotableKinds kinds() {
    return kinds;
  }

  private void keepDiscovering(Controller<ObjectKey> controller) {
    while (true) {
      try {
        QuotableKinds found = QuotableKinds.of(client.discover());
        if (!found.byName().isEmpty() && !found.equals(kinds)) {
          adjustWatches(controller, found);
          log.info(2, "synced quota controller");
        }
      } catch (ApiException e) {
        log.handle(false, e, "Error during resource discovery");
      }
      manager.env().clock().sleep(DISCOVERY_PERIOD);
    }
  }

  private static boolean hasWatchOfItsOwn(String collection) {
    return collection.equals(QUOTAS) || CountedKind.of(collection).isPresent();
  }

  private void adjustWatches(Controller<ObjectKey> controller, QuotableKinds found)
      throws ApiException {
    for (ResourceType type : found.byName().values()) {
      String collection = type.qualifiedPlural();
      if (!hasWatchOfItsOwn(collection) && watched.add(type)) {
        controller.watchMetadata(
            type,
            watch ->
                watch
                    .mapTo((object, cache) -> quotasFor(collection, object, cache))
                    .only(EventType.DELETED));
      }
    }
    for (ResourceType type : List.copyOf(watched)) {
      if (!found.byName().containsValue(type)) {
        watched.remove(type);
        controller.unwatch(type);
      }
    }
    kinds = found;
    client.list(ResourceQuota.class).keys().forEach(controller::enqueue);
  }
}
