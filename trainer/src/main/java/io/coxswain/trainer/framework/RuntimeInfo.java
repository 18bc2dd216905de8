package io.coxswain.trainer.framework;

import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.Network;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.WellKnown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A job merged with its runtime, while it is being built. Plugins change the pod sets, the template
 * and the scheduler settings; nothing is shared with the objects from which it was created.
 */
public final class RuntimeInfo {
  private final TrainingRuntimeSpec runtime;
  private final JobSetSpec template;
  private final Map<String, String> labels;
  private final Map<String, String> annotations;
  private final List<PodSet> podSets;
  private @Nullable List<String> command;
  private boolean dropArgs;
  private final Map<String, String> podLabels = new TreeMap<>();
  private final Map<String, String> podAnnotations = new TreeMap<>();

  /**
   * @param runtime as it was written, without the job's patches
   * @param template the JobSet to be, with the job's patches
   */
  public RuntimeInfo(
      TrainingRuntimeSpec runtime,
      JobSetSpec template,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<PodSet> podSets) {
    this.runtime = runtime;
    this.template = template;
    this.labels = labels;
    this.annotations = annotations;
    this.podSets = List.copyOf(podSets);
  }

  /** The runtime as it was written; not to be changed. */
  public TrainingRuntimeSpec runtime() {
    return runtime;
  }

  public Optional<MLPolicy> mlPolicy() {
    return Optional.ofNullable(runtime.getMlPolicy());
  }

  /** The JobSet to be. */
  public JobSetSpec template() {
    return template;
  }

  /** Labels of the JobSet. */
  public Map<String, String> labels() {
    return labels;
  }

  /** Annotations of the JobSet. */
  public Map<String, String> annotations() {
    return annotations;
  }

  /** One for each replicated job, in their order. */
  public List<PodSet> podSets() {
    return podSets;
  }

  public Optional<PodSet> podSet(String name) {
    return podSets.stream().filter(p -> p.name().equals(name)).findFirst();
  }

  /** The pods that train. */
  public Optional<PodSet> trainer() {
    return podSets.stream().filter(p -> p.is(WellKnown.ANCESTOR_TRAINER)).findFirst();
  }

  /** Sets the number of training pods to that of the job, if it specifies one. */
  public void scale(TrainJob job) {
    Trainer wanted = job.getSpec().getTrainer();
    Integer nodes = wanted == null ? null : wanted.getNumNodes();
    if (nodes != null) {
      int count = nodes;
      trainer().ifPresent(pods -> pods.setCount(count));
    }
  }

  /** The name of the service of the pods. */
  public String service(TrainJob job) {
    Network network = template.getNetwork();
    String subdomain = network == null ? null : network.getSubdomain();
    return subdomain == null || subdomain.isEmpty() ? job.getMetadata().getName() : subdomain;
  }

  /**
   * Replaces the command of the training container.
   *
   * @param keepArgs whether the job's arguments still follow it
   */
  public void replaceCommand(List<String> command, boolean keepArgs) {
    this.command = List.copyOf(command);
    this.dropArgs = !keepArgs;
  }

  /** The command that replaces that of the job; empty for none. */
  public Optional<List<String>> command() {
    return Optional.ofNullable(command);
  }

  /** Whether the job's arguments are part of the command already. */
  public boolean dropsArgs() {
    return dropArgs;
  }

  /** Labels that a scheduler needs on every pod. */
  public Map<String, String> podLabels() {
    return podLabels;
  }

  /** Annotations that a scheduler needs on every pod. */
  public Map<String, String> podAnnotations() {
    return podAnnotations;
  }
}
