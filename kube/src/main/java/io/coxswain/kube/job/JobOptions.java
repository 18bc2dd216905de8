package io.coxswain.kube.job;

import java.time.Duration;

/**
 * How the Job controller works.
 *
 * @param workers Jobs worked on at once
 * @param batching how long a pod's event waits for others before its Job is looked at
 * @param clearStartTimeOnSuspend as from Kubernetes 1.36 on; 1.35 keeps it
 */
public record JobOptions(int workers, Duration batching, boolean clearStartTimeOnSuspend) {

  /** As kube-controller-manager 1.35 has them. */
  public static JobOptions byDefault() {
    return new JobOptions(5, Duration.ofSeconds(1), false);
  }
}
