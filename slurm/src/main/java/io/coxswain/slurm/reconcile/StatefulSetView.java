package io.coxswain.slurm.reconcile;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.kruise.KruiseStatefulSetSpec;
import io.coxswain.api.kruise.KruiseStatefulSetStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.util.Map;

/**
 * A StatefulSet, whether Kruise's or the built-in one.
 *
 * @param onDelete whether pods keep their revision until they are deleted
 * @param maxUnavailable as written; empty where nothing is
 */
public record StatefulSetView(
    HasMetadata object,
    int replicas,
    int readyReplicas,
    int availableReplicas,
    int updatedReplicas,
    String updateRevision,
    boolean onDelete,
    String maxUnavailable,
    LabelSelector selector) {

  public Map<String, String> labels() {
    return requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  static StatefulSetView of(KruiseStatefulSet set) {
    KruiseStatefulSetSpec spec = set.getSpec();
    KruiseStatefulSetStatus status =
        requireNonNullElse(set.getStatus(), new KruiseStatefulSetStatus());
    var scale = spec.getScaleStrategy();
    return new StatefulSetView(
        set,
        requireNonNullElse(spec.getReplicas(), 1),
        requireNonNullElse(status.getReadyReplicas(), 0),
        requireNonNullElse(status.getAvailableReplicas(), 0),
        requireNonNullElse(status.getUpdatedReplicas(), 0),
        requireNonNullElse(status.getUpdateRevision(), ""),
        spec.getUpdateStrategy() != null && "OnDelete".equals(spec.getUpdateStrategy().getType()),
        scale == null || scale.getMaxUnavailable() == null
            ? ""
            : String.valueOf(scale.getMaxUnavailable().getValue()),
        requireNonNullElse(spec.getSelector(), new LabelSelector()));
  }

  static StatefulSetView of(StatefulSet set) {
    StatefulSetStatus status = requireNonNullElse(set.getStatus(), new StatefulSetStatus());
    return new StatefulSetView(
        set,
        requireNonNullElse(set.getSpec().getReplicas(), 1),
        requireNonNullElse(status.getReadyReplicas(), 0),
        requireNonNullElse(status.getAvailableReplicas(), 0),
        requireNonNullElse(status.getUpdatedReplicas(), 0),
        requireNonNullElse(status.getUpdateRevision(), ""),
        set.getSpec().getUpdateStrategy() != null
            && "OnDelete".equals(set.getSpec().getUpdateStrategy().getType()),
        "",
        requireNonNullElse(set.getSpec().getSelector(), new LabelSelector()));
  }
}
