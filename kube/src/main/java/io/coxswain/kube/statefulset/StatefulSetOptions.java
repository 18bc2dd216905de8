package io.coxswain.kube.statefulset;

/**
 * The settings of the StatefulSet controller.
 *
 * @param workers {@code --concurrent-statefulset-syncs}
 * @param maxUnavailable the gate MaxUnavailableStatefulSet: a rolling update may take several pods
 *     at once
 */
public record StatefulSetOptions(int workers, boolean maxUnavailable) {
  public static StatefulSetOptions byDefault() {
    return new StatefulSetOptions(5, false);
  }
}
