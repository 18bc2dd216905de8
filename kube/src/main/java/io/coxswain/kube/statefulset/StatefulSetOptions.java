package io.coxswain.kube.statefulset;

/**
 * Options of the StatefulSet controller.
 *
 * @param workers {@code --concurrent-statefulset-syncs}
 * @param maxUnavailable the feature gate MaxUnavailableStatefulSet
 */
public record StatefulSetOptions(int workers, boolean maxUnavailable) {
  public static StatefulSetOptions byDefault() {
    return new StatefulSetOptions(5, false);
  }
}
