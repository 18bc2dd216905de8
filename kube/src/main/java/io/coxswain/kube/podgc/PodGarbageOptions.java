package io.coxswain.kube.podgc;

/**
 * The settings of the pod garbage collector.
 *
 * @param endedPods {@code --terminated-pod-gc-threshold}: how many ended pods may stay; all of them
 *     when it is not positive
 */
public record PodGarbageOptions(int endedPods) {
  public static PodGarbageOptions byDefault() {
    return new PodGarbageOptions(12500);
  }
}
