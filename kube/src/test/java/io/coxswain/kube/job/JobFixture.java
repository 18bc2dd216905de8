package io.coxswain.kube.job;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Job and its pods as plain values, for tests of decisions and arithmetic. */
final class JobFixture {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final Job job;
  final List<JobPod> pods = new ArrayList<>();
  Instant now = START;
  @Nullable Backoff backoff = Backoff.NONE;

  private JobFixture(Job job) {
    this.job = job;
  }

  static JobFixture nonIndexed(@Nullable Integer completions, int parallelism) {
    return new JobFixture(
        new JobBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("j")
            .withUid("job-uid")
            .endMetadata()
            .withNewSpec()
            .withParallelism(parallelism)
            .withCompletions(completions)
            .withCompletionMode("NonIndexed")
            .withBackoffLimit(6)
            .withSuspend(false)
            .withPodReplacementPolicy("TerminatingOrFailed")
            .withNewSelector()
            .withMatchLabels(Map.of("job-name", "j"))
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .withLabels(Map.of("job-name", "j"))
            .endMetadata()
            .withNewSpec()
            .withRestartPolicy("Never")
            .withContainers(new ContainerBuilder().withName("c").withImage("busybox").build())
            .endSpec()
            .endTemplate()
            .endSpec()
            .withStatus(new JobStatus())
            .build());
  }

  static JobFixture indexed(int completions, int parallelism) {
    return nonIndexed(completions, parallelism).spec(s -> s.setCompletionMode("Indexed"));
  }

  JobFixture spec(Consumer<JobSpec> edit) {
    edit.accept(job.getSpec());
    return this;
  }

  JobFixture status(Consumer<JobStatus> edit) {
    edit.accept(job.getStatus());
    return this;
  }

  JobFixture started() {
    return status(s -> s.setStartTime(Timestamps.format(START)));
  }

  JobFixture after(Duration time) {
    now = START.plus(time);
    return this;
  }

  /** Adds a pod without an index; the name is also its UID. */
  JobFixture pod(String name, String phase) {
    return pod(name, phase, OptionalInt.empty(), p -> {});
  }

  JobFixture pod(String name, String phase, Consumer<Pod> edit) {
    return pod(name, phase, OptionalInt.empty(), edit);
  }

  JobFixture pod(int index, String phase) {
    return pod("j-" + index, phase, OptionalInt.of(index), p -> {});
  }

  JobFixture pod(String name, int index, String phase) {
    return pod(name, phase, OptionalInt.of(index), p -> {});
  }

  JobFixture pod(String name, int index, String phase, Consumer<Pod> edit) {
    return pod(name, phase, OptionalInt.of(index), edit);
  }

  private JobFixture pod(String name, String phase, OptionalInt index, Consumer<Pod> edit) {
    Pod pod =
        PodFactory.build(
            job,
            new PodWork.NewPod(
                index,
                job.getSpec().getBackoffLimitPerIndex() == null
                    ? Optional.empty()
                    : Optional.of(new PodWork.Failures(0, 0))));
    pod.getMetadata().setName(name);
    pod.getMetadata().setUid(name);
    pod.getMetadata().setCreationTimestamp(Timestamps.format(START));
    var status = new io.fabric8.kubernetes.api.model.PodStatus();
    status.setPhase(phase);
    pod.setStatus(status);
    edit.accept(pod);
    pods.add(new JobPod(pod));
    return this;
  }

  static Consumer<Pod> untracked() {
    return p -> p.getMetadata().setFinalizers(new ArrayList<>());
  }

  static Consumer<Pod> deleting() {
    return p -> {
      p.getMetadata().setDeletionTimestamp(Timestamps.format(START.plusSeconds(30)));
      p.getMetadata().setDeletionGracePeriodSeconds(30L);
    };
  }

  static Consumer<Pod> finishedAfter(Duration time, int exitCode) {
    return p ->
        p.getStatus()
            .setContainerStatuses(
                List.of(
                    new ContainerStatusBuilder()
                        .withName("c")
                        .withRestartCount(0)
                        .withNewState()
                        .withNewTerminated()
                        .withExitCode(exitCode)
                        .withFinishedAt(Timestamps.format(START.plus(time)))
                        .endTerminated()
                        .endState()
                        .build()));
  }

  static Consumer<Pod> restarted(int times) {
    return p ->
        p.getStatus()
            .setContainerStatuses(
                List.of(
                    new ContainerStatusBuilder().withName("c").withRestartCount(times).build()));
  }

  static Consumer<Pod> ready() {
    return p ->
        p.getStatus()
            .setConditions(
                List.of(
                    new io.fabric8.kubernetes.api.model.PodConditionBuilder()
                        .withType("Ready")
                        .withStatus("True")
                        .withLastTransitionTime(Timestamps.format(START))
                        .build()));
  }

  static Consumer<Pod> annotated(String name, int value) {
    return p -> p.getMetadata().getAnnotations().put(name, Integer.toString(value));
  }

  JobObservation seen() {
    return new JobObservation(job, pods, Optional.ofNullable(backoff), now);
  }

  JobPlan plan() {
    return JobPlan.of(seen());
  }

  /** The status after a pass whose writes all succeed. */
  JobStatus settledStatus() {
    var accounting = firstWrite();
    var released = new java.util.TreeSet<>(accounting.release().stream().map(JobPod::uid).toList());
    return accounting.settle(accounting.status(), released, now).status();
  }

  JobAccounting firstWrite() {
    JobPlan plan = plan();
    var done =
        switch (plan.work()) {
          case PodWork.Create create -> new PodWork.Done(create.pods().size(), 0);
          case PodWork.Remove remove -> new PodWork.Done(0, remove.pods().size());
          case PodWork.Keep keep -> PodWork.Done.NOTHING;
          case PodWork.End end -> PodWork.Done.NOTHING;
        };
    return JobAccounting.open(seen(), plan, done, false);
  }

  static List<Integer> createdIndexes(JobPlan plan) {
    return plan.work() instanceof PodWork.Create create
        ? create.pods().stream().map(p -> p.index().orElse(-1)).toList()
        : List.of();
  }

  static List<String> removedPods(JobPlan plan) {
    return switch (plan.work()) {
      case PodWork.Remove remove -> remove.pods().stream().map(JobPod::name).toList();
      case PodWork.End end -> end.pods().stream().map(JobPod::name).toList();
      default -> List.of();
    };
  }
}
