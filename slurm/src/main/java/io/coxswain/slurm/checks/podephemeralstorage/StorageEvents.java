package io.coxswain.slurm.checks.podephemeralstorage;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.Timestamps;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;

/**
 * Events about full storage. Users look for them, so unlike others they are written in the
 * reconcile itself, and their failure fails it.
 */
final class StorageEvents {
  private static final String REASON = "HighEphemeralStorageUsage";
  private static final Duration RECENT = Duration.ofHours(1);

  private final Client client;

  StorageEvents(Client client) {
    this.client = client;
  }

  /** Records the event, or increments its count if the same was recorded within the last hour. */
  void record(Pod pod, String message, Instant now) throws ApiException {
    String time = Timestamps.format(now);
    for (Event event :
        client
            .live()
            .list(Event.class)
            .in(pod.getMetadata().getNamespace())
            .labels(LabelSelector.of("slurm.nebius.ai/worker", "true"))
            .toList()) {
      if (isSame(event, pod, message) && isRecent(event, now)) {
        var _ =
            client.patchUnlocked(
                event,
                seen -> {
                  seen.setCount(seen.getCount() == null ? 2 : seen.getCount() + 1);
                  seen.setLastTimestamp(time);
                });
        return;
      }
    }
    client.create(event(pod, message, time));
  }

  private static boolean isSame(Event event, Pod pod, String message) {
    return REASON.equals(event.getReason())
        && message.equals(event.getMessage())
        && event.getInvolvedObject() != null
        && pod.getMetadata().getUid().equals(event.getInvolvedObject().getUid());
  }

  private static boolean isRecent(Event event, Instant now) {
    String last = event.getLastTimestamp();
    return last != null && Timestamps.instant(last).isAfter(now.minus(RECENT));
  }

  private static Event event(Pod pod, String message, String time) {
    var labels = new TreeMap<String, String>();
    labels.put("slurm.nebius.ai/worker", "true");
    labels.put("app.kubernetes.io/managed-by", "slurm-operator");
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(pod.getMetadata().getNamespace())
        .withGenerateName(pod.getMetadata().getName() + "-ephemeral-storage-")
        .withLabels(labels)
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion("v1")
        .withKind("Pod")
        .withNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .withResourceVersion(pod.getMetadata().getResourceVersion())
        .endInvolvedObject()
        .withType("Warning")
        .withReason(REASON)
        .withMessage(message)
        .withCount(1)
        .withFirstTimestamp(time)
        .withLastTimestamp(time)
        .withReportingComponent(PodStorageController.NAME)
        .withReportingInstance(PodStorageController.NAME)
        .build();
  }
}
