package io.coxswain.slurm.render;

import io.coxswain.api.Json;
import io.coxswain.api.kruise.KruiseClaimUpdateStrategy;
import io.coxswain.api.kruise.KruiseRollingUpdate;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.kruise.KruiseStatefulSetSpec;
import io.coxswain.api.kruise.KruiseUpdateStrategy;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import org.jspecify.annotations.Nullable;

/** OpenKruise's StatefulSets, and their replacement on clusters without OpenKruise. */
final class StatefulSetRender {
  /** OpenKruise clears this condition while it updates a pod in place. */
  static final String IN_PLACE_GATE = "InPlaceUpdateReady";

  private StatefulSetRender() {}

  /** The class of what {@link #on} gives. */
  static Class<? extends HasMetadata> kind(Platform platform) {
    return platform.kruise() ? KruiseStatefulSet.class : StatefulSet.class;
  }

  static HasMetadata on(Platform platform, KruiseStatefulSet set) {
    return platform.kruise() ? set : plain(set);
  }

  static KruiseUpdateStrategy rolling(KruiseRollingUpdate update) {
    var strategy = new KruiseUpdateStrategy();
    strategy.setType("RollingUpdate");
    strategy.setRollingUpdate(update);
    return strategy;
  }

  static KruiseClaimUpdateStrategy claims(String type) {
    var strategy = new KruiseClaimUpdateStrategy();
    strategy.setType(type);
    return strategy;
  }

  /**
   * The closest equivalent in Kubernetes. Pods are always replaced, ordinals cannot be skipped, and
   * OpenKruise's readiness gate is omitted.
   */
  private static StatefulSet plain(KruiseStatefulSet kruise) {
    KruiseStatefulSetSpec spec = kruise.getSpec();
    var metadata = Json.copy(kruise.getMetadata());
    if (metadata.getAnnotations() != null) {
      metadata.getAnnotations().keySet().removeIf(key -> key.startsWith("kruise.io/"));
    }
    var plain =
        new StatefulSetBuilder()
            .withMetadata(metadata)
            .withNewSpec()
            .withReplicas(spec.getReplicas())
            .withSelector(spec.getSelector())
            .withServiceName(spec.getServiceName())
            .withPodManagementPolicy(spec.getPodManagementPolicy())
            .withTemplate(withoutGate(spec.getTemplate()))
            .withVolumeClaimTemplates(spec.getVolumeClaimTemplates())
            .withNewUpdateStrategy()
            .withType(type(spec.getUpdateStrategy()))
            .endUpdateStrategy();
    if (spec.getPersistentVolumeClaimRetentionPolicy() != null) {
      plain
          .withNewPersistentVolumeClaimRetentionPolicy()
          .withWhenDeleted(spec.getPersistentVolumeClaimRetentionPolicy().getWhenDeleted())
          .withWhenScaled(spec.getPersistentVolumeClaimRetentionPolicy().getWhenScaled())
          .endPersistentVolumeClaimRetentionPolicy();
    }
    return plain.endSpec().build();
  }

  private static @Nullable String type(@Nullable KruiseUpdateStrategy strategy) {
    return strategy == null ? null : strategy.getType();
  }

  private static @Nullable PodTemplateSpec withoutGate(@Nullable PodTemplateSpec template) {
    if (template == null) {
      return null;
    }
    PodTemplateSpec copy = Json.copy(template);
    copy.getSpec()
        .getReadinessGates()
        .removeIf(gate -> gate.getConditionType().equals(IN_PLACE_GATE));
    return copy;
  }
}
