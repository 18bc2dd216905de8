package io.coxswain.kube.job;

import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.PodTemplates;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the pods of a Job. */
final class PodFactory {
  /** Maximum length of a prefix, to which the API server adds 5 random characters. */
  private static final int MAX_PREFIX_LENGTH = 58;

  private PodFactory() {}

  static Pod build(Job job, PodWork.NewPod wanted) {
    Pod pod = PodTemplates.instantiate(job, job.getSpec().getTemplate());
    Finalizers.add(pod, JobNames.TRACKING_FINALIZER);
    wanted.index().ifPresent(index -> giveIndex(job, pod, index));
    wanted.failures().ifPresent(failures -> giveFailures(pod, failures));
    return pod;
  }

  private static void giveIndex(Job job, Pod pod, int index) {
    ObjectMeta metadata = pod.getMetadata();
    String text = Integer.toString(index);
    metadata.getLabels().put(JobNames.COMPLETION_INDEX, text);
    metadata.getAnnotations().put(JobNames.COMPLETION_INDEX, text);
    metadata.setGenerateName(prefix(job.getMetadata().getName(), "-" + text + "-"));
    PodSpec spec = pod.getSpec();
    spec.setHostname(job.getMetadata().getName() + "-" + text);
    spec.setContainers(withIndexVariable(spec.getContainers()));
    spec.setInitContainers(withIndexVariable(spec.getInitContainers()));
  }

  private static String prefix(String job, String end) {
    int room = MAX_PREFIX_LENGTH - end.length();
    return (job.length() <= room ? job : job.substring(0, room)) + end;
  }

  private static List<Container> withIndexVariable(@Nullable List<Container> containers) {
    if (containers == null) {
      return List.of();
    }
    for (Container container : containers) {
      List<EnvVar> present = container.getEnv() == null ? List.of() : container.getEnv();
      if (present.stream().noneMatch(v -> JobNames.COMPLETION_INDEX_VARIABLE.equals(v.getName()))) {
        var variables = new ArrayList<>(present);
        variables.add(
            new EnvVarBuilder()
                .withName(JobNames.COMPLETION_INDEX_VARIABLE)
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("metadata.labels['" + JobNames.COMPLETION_INDEX + "']")
                .endFieldRef()
                .endValueFrom()
                .build());
        container.setEnv(variables);
      }
    }
    return containers;
  }

  private static void giveFailures(Pod pod, PodWork.Failures failures) {
    var annotations = pod.getMetadata().getAnnotations();
    annotations.put(JobNames.INDEX_FAILURES, Integer.toString(failures.counted()));
    if (failures.ignored() > 0) {
      annotations.put(JobNames.INDEX_IGNORED_FAILURES, Integer.toString(failures.ignored()));
    }
  }
}
