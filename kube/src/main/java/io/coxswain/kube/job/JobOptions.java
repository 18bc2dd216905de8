package io.coxswain.kube.job;

import java.time.Duration;

/**
 * Options of the Job controller.
 *
 * @param workers number of Jobs to sync concurrently
 * @param batching period in which pod events of a Job are batched
 * @param clearStartTimeOnSuspend the behaviour of Kubernetes 1.36 and later; 1.35 keeps the start
 *     time
 */
public record JobOptions(int workers, Duration batching, boolean clearStartTimeOnSuspend) {

  /** The defaults of kube-controller-manager 1.35. */
  public static JobOptions byDefault() {
    return new JobOptions(5, Duration.ofSeconds(1), false);
  }
}
