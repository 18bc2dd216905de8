package io.coxswain.trainer.trainjob;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import java.util.Comparator;
import java.util.Optional;

/**
 * The names that the pods of a job will have. A job's own name may have 63 characters; its JobSet
 * is rejected if a pod's name would be longer, so this warns about it (kubeflow/trainer issue
 * 2735).
 */
public final class PodNames {
  private static final int MAX_LENGTH = 63;
  private static final String RANDOM_PART = "-abcde";

  private PodNames() {}

  /** The warning for the creator of such a job; empty if all names fit. */
  public static Optional<String> warning(RuntimeInfo info, TrainJob job) {
    info.scale(job);
    return info.podSets().stream()
        .map(pods -> last(pods, job))
        .max(Comparator.comparingInt(String::length))
        .filter(name -> name.length() > MAX_LENGTH)
        .map(
            name ->
                "metadata.name: pods such as \"%s\" would have names of %d characters, and at most"
                        .formatted(name, name.length())
                    + " 63 are possible: the JobSet will be refused, choose a shorter name");
  }

  /** The pod with the highest numbers has the longest name. */
  private static String last(PodSet pods, TrainJob job) {
    Integer replicas = pods.job().getReplicas();
    return "%s-%s-%d-%d%s"
        .formatted(
            job.getMetadata().getName(),
            pods.name(),
            Math.max(0, (replicas == null ? 1 : replicas) - 1),
            Math.max(0, pods.count() - 1),
            RANDOM_PART);
  }
}
