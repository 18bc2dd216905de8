package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts volumes and claims on each scrape, and what failed or was added to them. */
final class VolumeMetrics {
  private static final Logger log = LoggerFactory.getLogger(VolumeMetrics.class);

  private final Counter errors;
  private final Counter assigned;
  private final Counter notAssigned;

  private final Histogram operations;
  private final Histogram endToEnd;

  VolumeMetrics(Instruments instruments, Reader cache) {
    errors =
        instruments.counter(
            Stability.ALPHA,
            "volume_operation_total_errors",
            "Total volume operation errors",
            "plugin_name",
            "operation_name");
    double[] seconds = {.1, .25, .5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600};
    operations =
        instruments.histogram(
            Stability.ALPHA,
            "storage_operation_duration_seconds",
            "Storage operation duration",
            seconds,
            "volume_plugin",
            "operation_name",
            "status",
            "migrated");
    endToEnd =
        instruments.histogram(
            Stability.ALPHA,
            "volume_operation_total_seconds",
            "Storage operation end to end duration in seconds",
            seconds,
            "plugin_name",
            "operation_name");
    assigned =
        instruments.counter(
            Stability.ALPHA,
            "retroactive_storageclass_total",
            "Total number of retroactive StorageClass assignments to persistent volume claim");
    notAssigned =
        instruments.counter(
            Stability.ALPHA,
            "retroactive_storageclass_errors_total",
            "Total number of failed retroactive StorageClass assignments to persistent volume"
                + " claim");
    instruments.gauge(
        "pv_collector_total_pv_count",
        "Gauge measuring total number of persistent volumes",
        volumes(cache, volume -> true, v -> List.of(plugin(v), mode(v))),
        "plugin_name",
        "volume_mode");
    instruments.gauge(
        "pv_collector_bound_pv_count",
        "Gauge measuring number of persistent volume currently bound",
        volumes(cache, VolumeMetrics::isBound, v -> List.of(storageClass(v))),
        "storage_class");
    instruments.gauge(
        "pv_collector_unbound_pv_count",
        "Gauge measuring number of persistent volume currently unbound",
        volumes(cache, v -> !isBound(v), v -> List.of(storageClass(v))),
        "storage_class");
    instruments.gauge(
        "pv_collector_bound_pvc_count",
        "Gauge measuring number of persistent volume claim currently bound",
        claims(cache, VolumeMetrics::isBound),
        "namespace",
        "storage_class",
        "volume_attributes_class");
    instruments.gauge(
        "pv_collector_unbound_pvc_count",
        "Gauge measuring number of persistent volume claim currently unbound",
        claims(cache, claim -> !isBound(claim)),
        "namespace",
        "storage_class",
        "volume_attributes_class");
  }

  /** A volume could not be provisioned or deleted. */
  void failed(String plugin, String operation) {
    errors.labelValues(plugin, operation).inc();
  }

  /** The storage of a volume has been deleted, or could not be. */
  void deletedStorage(String plugin, boolean success, long nanos) {
    double seconds = nanos / 1e9;
    operations
        .labelValues(plugin, "volume_delete", success ? "success" : "fail-unknown", "false")
        .observe(seconds);
    if (success) {
      endToEnd.labelValues(plugin, "delete").observe(seconds);
    }
  }

  void assignedClass() {
    assigned.inc();
  }

  void couldNotAssignClass() {
    notAssigned.inc();
  }

  private static Consumer<GaugeWithCallback.Callback> volumes(
      Reader cache,
      Predicate<PersistentVolume> which,
      Function<PersistentVolume, List<String>> labels) {
    return callback ->
        call(callback, () -> count(cache.list(PersistentVolume.class).toList(), which, labels));
  }

  private static Consumer<GaugeWithCallback.Callback> claims(
      Reader cache, Predicate<PersistentVolumeClaim> which) {
    return callback ->
        call(
            callback,
            () ->
                count(
                    cache.list(PersistentVolumeClaim.class).toList(),
                    which,
                    claim ->
                        List.of(
                            claim.getMetadata().getNamespace(),
                            Volumes.classOf(claim),
                            Volumes.text(claim.getSpec().getVolumeAttributesClassName()))));
  }

  private interface Count {
    Map<List<String>, Integer> of() throws ApiException;
  }

  private static void call(GaugeWithCallback.Callback callback, Count count) {
    try {
      count.of().forEach((labels, number) -> callback.call(number, labels.toArray(String[]::new)));
    } catch (ApiException e) {
      log.atWarn().addKeyValue("err", e.getMessage()).log("Failed to count volumes");
    }
  }

  private static <T> Map<List<String>, Integer> count(
      List<T> objects, Predicate<T> which, Function<T, List<String>> labels) {
    var byText = new TreeMap<String, List<String>>();
    var numbers = new TreeMap<String, Integer>();
    for (T object : objects) {
      if (which.test(object)) {
        List<String> values = labels.apply(object);
        byText.put(values.toString(), values);
        numbers.merge(values.toString(), 1, Integer::sum);
      }
    }
    var count = new LinkedHashMap<List<String>, Integer>();
    byText.forEach((text, values) -> count.put(values, Objects.requireNonNull(numbers.get(text))));
    return count;
  }

  private static boolean isBound(PersistentVolume volume) {
    return Volumes.phase(volume).equals(Volumes.BOUND);
  }

  private static boolean isBound(PersistentVolumeClaim claim) {
    return Volumes.phase(claim).equals(Volumes.BOUND);
  }

  private static String storageClass(PersistentVolume volume) {
    return Volumes.text(volume.getSpec().getStorageClassName());
  }

  private static String mode(PersistentVolume volume) {
    return Objects.requireNonNullElse(volume.getSpec().getVolumeMode(), "Filesystem");
  }

  /** The plugins that this program has; N/A for others. */
  private static String plugin(PersistentVolume volume) {
    PersistentVolumeSpec spec = volume.getSpec();
    if (spec.getCsi() != null) {
      return "kubernetes.io/csi:" + spec.getCsi().getDriver();
    }
    if (spec.getHostPath() != null) {
      return Plugins.HOST_PATH;
    }
    return spec.getNfs() != null ? "kubernetes.io/nfs" : "N/A";
  }
}
