package io.coxswain.slurm.reconcile;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a controller watches of the objects that it makes for an owner. */
public record Owned(ControllerBuilder<ObjectKey> controller, Class<? extends HasMetadata> owner) {

  /** Changes of the spec, and deletions. */
  @SafeVarargs
  public final void watch(Class<? extends HasMetadata>... types) {
    for (Class<? extends HasMetadata> type : types) {
      one(type);
    }
  }

  private <T extends HasMetadata> void one(Class<T> type) {
    controller.watch(type, watch -> watch.controllerOf(owner).when(Changes.ofGeneration()));
  }

  /** Also how many pods are ready and available. */
  public void watchStatefulSets() {
    controller.watch(
        StatefulSet.class,
        watch ->
            watch
                .controllerOf(owner)
                .when(Changes.ofGenerationOr(set -> set.getStatus() == null ? null : ready(set))));
  }

  /** Also how many pods are available. */
  public void watchKruiseStatefulSets() {
    controller.watch(
        KruiseStatefulSet.class,
        watch ->
            watch
                .controllerOf(owner)
                .when(
                    Changes.ofGenerationOr(
                        set ->
                            set.getStatus() == null
                                ? null
                                : set.getStatus().getAvailableReplicas())));
  }

  private static List<Object> ready(StatefulSet set) {
    var numbers = new ArrayList<Object>();
    numbers.add(Objects.requireNonNullElse(set.getStatus().getReadyReplicas(), 0));
    numbers.add(Objects.requireNonNullElse(set.getStatus().getAvailableReplicas(), 0));
    return numbers;
  }
}
