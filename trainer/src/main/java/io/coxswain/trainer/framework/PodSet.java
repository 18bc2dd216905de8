package io.coxswain.trainer.framework;

import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.WellKnown;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pods of one replicated job. Changes to its containers are changes to the template that is
 * being built.
 */
public final class PodSet {
  private final ReplicatedJob job;
  private int count;

  public PodSet(ReplicatedJob job, int count) {
    this.job = job;
    this.count = count;
  }

  public String name() {
    return job.getName();
  }

  public ReplicatedJob job() {
    return job;
  }

  /** How many pods each Job has. */
  public int count() {
    return count;
  }

  public void setCount(int count) {
    this.count = count;
  }

  /** The step of the training job that this is, if it is one. */
  public Optional<String> ancestor() {
    ObjectMeta metadata = job.getTemplate().getMetadata();
    return metadata == null || metadata.getLabels() == null
        ? Optional.empty()
        : Optional.ofNullable(metadata.getLabels().get(WellKnown.ANCESTOR_LABEL));
  }

  public boolean is(String ancestor) {
    return ancestor().filter(ancestor::equals).isPresent();
  }

  /** The spec of the Job template; created if missing. */
  public JobSpec jobSpec() {
    if (job.getTemplate().getSpec() == null) {
      job.getTemplate().setSpec(new JobSpec());
    }
    return job.getTemplate().getSpec();
  }

  /** The Pod template; created if missing. */
  public PodTemplateSpec podTemplate() {
    if (jobSpec().getTemplate() == null) {
      jobSpec().setTemplate(new PodTemplateSpec());
    }
    return jobSpec().getTemplate();
  }

  /** The spec of the Pod template; created if missing. */
  public PodSpec podSpec() {
    if (podTemplate().getSpec() == null) {
      podTemplate().setSpec(new PodSpec());
    }
    return podTemplate().getSpec();
  }

  /** How the pods are reached, each by its own name below that of the service. */
  public List<String> endpoints(String jobName, String service) {
    var endpoints = new ArrayList<String>();
    int replicas = job.getReplicas() == null ? 1 : job.getReplicas();
    for (int replica = 0; replica < replicas; replica++) {
      for (int pod = 0; pod < count; pod++) {
        endpoints.add("%s-%s-%d-%d.%s".formatted(jobName, name(), replica, pod, service));
      }
    }
    return endpoints;
  }

  public Optional<Container> container(String name) {
    return named(containers(), name);
  }

  public Optional<Container> initContainer(String name) {
    return named(initContainers(), name);
  }

  public List<Container> containers() {
    return findPodSpec().map(PodSpec::getContainers).orElse(List.of());
  }

  public List<Container> initContainers() {
    return findPodSpec().map(PodSpec::getInitContainers).orElse(List.of());
  }

  private Optional<PodSpec> findPodSpec() {
    return Optional.ofNullable(job.getTemplate().getSpec())
        .map(JobSpec::getTemplate)
        .map(PodTemplateSpec::getSpec);
  }

  private static Optional<Container> named(List<Container> containers, String name) {
    return containers.stream().filter(c -> name.equals(c.getName())).findFirst();
  }
}
