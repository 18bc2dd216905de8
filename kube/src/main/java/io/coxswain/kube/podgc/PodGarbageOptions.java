package io.coxswain.kube.podgc;

/**
 * Options of the pod garbage collector.
 *
 * @param endedPods {@code --terminated-pod-gc-threshold}: how many terminated pods are kept; all if
 *     it is not positive
 */
public record PodGarbageOptions(int endedPods) {
  public static PodGarbageOptions byDefault() {
    return new PodGarbageOptions(12500);
  }
}
