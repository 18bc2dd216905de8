package io.coxswain.trainer.plugins.frameworks;

import io.coxswain.api.FieldError;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.runtime.Rendering;
import io.coxswain.trainer.trainjob.TrainJobValidation;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;

/** The objects that a job became, and a shorter way to what is in them. */
record Built(List<HasMetadata> objects) {
  private static final Framework PLUGINS = Yaml.plugins();

  /** The job {@code tj} in the namespace {@code default}. */
  static TrainJob job(String name, String runtime, String spec) {
    TrainJob job =
        Yaml.read(
            TrainJob.class,
            "metadata: {name: %s, namespace: default, uid: uid-1}\nspec:\n  runtimeRef: {name: %s}\n"
                    .formatted(name, runtime)
                + spec.indent(2));
    return job;
  }

  static Built of(TrainJob job) {
    return of(job, shipped(job), Children.none());
  }

  static Built of(TrainJob job, ClusterTrainingRuntime runtime, Children seen) {
    return new Built(Rendering.render(PLUGINS, job, runtime.getSpec(), seen));
  }

  static List<String> errors(TrainJob job) {
    return errors(job, shipped(job), Children.none());
  }

  static List<String> errors(TrainJob job, ClusterTrainingRuntime runtime, Children seen) {
    return TrainJobValidation.validate(PLUGINS, runtime, Optional.empty(), job, seen).stream()
        .map(FieldError::toString)
        .toList();
  }

  static ClusterTrainingRuntime shipped(TrainJob job) {
    return ShippedRuntimes.all().stream()
        .filter(r -> r.getMetadata().getName().equals(job.getSpec().getRuntimeRef().getName()))
        .findFirst()
        .orElseThrow();
  }

  <T extends HasMetadata> T one(Class<T> type, String name) {
    return objects.stream()
        .filter(o -> type.isInstance(o) && o.getMetadata().getName().equals(name))
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  JobSet jobSet() {
    return (JobSet) objects.getLast();
  }

  ReplicatedJob replicated(String name) {
    return jobSet().getSpec().getReplicatedJobs().stream()
        .filter(r -> r.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  int pods(String name) {
    return replicated(name).getTemplate().getSpec().getParallelism();
  }

  PodSpec pod(String name) {
    return replicated(name).getTemplate().getSpec().getTemplate().getSpec();
  }

  Container node(String replicated) {
    return pod(replicated).getContainers().stream()
        .filter(c -> c.getName().equals("node"))
        .findFirst()
        .orElseThrow();
  }

  /** {@code NAME=value}, or {@code NAME<field}. */
  List<String> env(String replicated) {
    return node(replicated).getEnv().stream().map(Built::shown).toList();
  }

  private static String shown(EnvVar variable) {
    return variable.getValueFrom() == null
        ? variable.getName() + "=" + variable.getValue()
        : variable.getName() + "<" + variable.getValueFrom().getFieldRef().getFieldPath();
  }
}
