package io.coxswain.kube.resourcequota;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Objects;

/** Decides which events may reduce the usage of a quota. */
final class Replenishment {
  private Replenishment() {}

  /** The API server charges creations; only deletions and reductions matter here. */
  static boolean isBroughtBy(Event<? extends HasMetadata> event) {
    return switch (event) {
      case Event.Created<? extends HasMetadata> created -> false;
      case Event.Deleted<? extends HasMetadata> deleted -> true;
      case Event.Updated<? extends HasMetadata>(HasMetadata old, HasMetadata now) ->
          !old.getMetadata().getResourceVersion().equals(now.getMetadata().getResourceVersion())
              && isBroughtBy(old, now);
    };
  }

  private static boolean isBroughtBy(HasMetadata old, HasMetadata now) {
    if (old instanceof Pod before && now instanceof Pod after) {
      return ends(before) != ends(after)
          || (!isOver(before) && isOver(after))
          || resourcesDiffer(before, after);
    }
    if (old instanceof Service before && now instanceof Service after) {
      return !Objects.equals(before.getSpec().getType(), after.getSpec().getType());
    }
    return now instanceof PersistentVolumeClaim;
  }

  private static boolean ends(Pod pod) {
    Long deadline = pod.getSpec().getActiveDeadlineSeconds();
    return deadline != null && deadline >= 0;
  }

  private static boolean isOver(Pod pod) {
    PodStatus status = pod.getStatus();
    return status != null
        && ("Failed".equals(status.getPhase()) || "Succeeded".equals(status.getPhase()));
  }

  private static boolean resourcesDiffer(Pod before, Pod after) {
    if (statuses(before).equals(statuses(after))) {
      return false; // true for most changes, without computing a digest
    }
    JsonNode old = CountedKind.PODS.digest(before).path("status");
    JsonNode now = CountedKind.PODS.digest(after).path("status");
    return !old.path("containerStatuses").equals(now.path("containerStatuses"))
        || !old.path("initContainerStatuses").equals(now.path("initContainerStatuses"));
  }

  private static List<List<ContainerStatus>> statuses(Pod pod) {
    PodStatus status = pod.getStatus();
    return status == null
        ? List.of(List.of(), List.of())
        : List.of(status.getContainerStatuses(), status.getInitContainerStatuses());
  }
}
