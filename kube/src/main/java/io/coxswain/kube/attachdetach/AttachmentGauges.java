package io.coxswain.kube.attachdetach;

import io.coxswain.api.ApiException;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.metrics.Instruments;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts volumes on each scrape. */
final class AttachmentGauges {
  private static final Logger log = LoggerFactory.getLogger(AttachmentGauges.class);

  private final Reader cache;
  private final PodVolumes podVolumes;

  private AttachmentGauges(Reader cache) {
    this.cache = cache;
    this.podVolumes = new PodVolumes(cache);
  }

  static void register(Instruments instruments, Reader cache) {
    var gauges = new AttachmentGauges(cache);
    instruments.gauge(
        "storage_count_attachable_volumes_in_use",
        "Measure number of volumes in use",
        callback -> gauges.call(callback, gauges::inUse),
        "node",
        "volume_plugin");
    instruments.gauge(
        "attachdetach_controller_total_volumes",
        "Number of volumes in A/D Controller",
        callback -> gauges.call(callback, gauges::total),
        "plugin_name",
        "state");
  }

  private interface Count {
    Map<List<String>, Integer> of() throws ApiException;
  }

  private void call(GaugeWithCallback.Callback callback, Count count) {
    try {
      count
          .of()
          .forEach((labels, number) -> callback.call(number, labels.getFirst(), labels.getLast()));
    } catch (ApiException e) {
      log.atWarn().addKeyValue("err", e.getMessage()).log("Failed to count volumes");
    }
  }

  private Map<List<String>, Integer> inUse() throws ApiException {
    var count = counts();
    for (Pod pod : cache.list(Pod.class).toList()) {
      if (Pods.isAssigned(pod) && !VolumeClaims.volumes(pod).isEmpty()) {
        for (AttachableVolume volume : podVolumes.of(pod).attachable()) {
          count.merge(
              List.of(Pods.node(pod), AttachableVolume.plugin(volume.name())), 1, Integer::sum);
        }
      }
    }
    return count;
  }

  private Map<List<String>, Integer> total() throws ApiException {
    var desired = new TreeSet<String>();
    for (Pod pod : cache.list(Pod.class).toList()) {
      if (PodVolumes.usesVolumes(pod) && !VolumeClaims.volumes(pod).isEmpty()) {
        for (AttachableVolume volume : podVolumes.of(pod).attachable()) {
          desired.add(Pods.node(pod) + " " + volume.name());
        }
      }
    }
    var count = counts();
    for (String each : desired) {
      String plugin = AttachableVolume.plugin(each.substring(each.indexOf(' ') + 1));
      count.merge(List.of(plugin, "desired_state_of_world"), 1, Integer::sum);
    }
    for (Node node : cache.list(Node.class).toList()) {
      for (String volume : AttachmentIndexes.reported(node)) {
        count.merge(
            List.of(AttachableVolume.plugin(volume), "actual_state_of_world"), 1, Integer::sum);
      }
    }
    return count;
  }

  private static Map<List<String>, Integer> counts() {
    return new TreeMap<>(
        (a, b) -> {
          int first = a.getFirst().compareTo(b.getFirst());
          return first != 0 ? first : a.getLast().compareTo(b.getLast());
        });
  }
}
