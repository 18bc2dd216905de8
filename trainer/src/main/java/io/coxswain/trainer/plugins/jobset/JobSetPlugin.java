package io.coxswain.trainer.plugins.jobset;

import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.ComponentBuilder;
import io.coxswain.trainer.framework.CustomValidation;
import io.coxswain.trainer.framework.PreComponentBuilder;
import io.coxswain.trainer.framework.ReadExtension;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.TrainJobStatusPlugin;
import io.coxswain.trainer.framework.WatchExtension;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** The JobSet that runs a job, under the job's own name. */
public final class JobSetPlugin
    implements CustomValidation,
        ReadExtension,
        WatchExtension,
        PreComponentBuilder,
        ComponentBuilder,
        TrainJobStatusPlugin {

  @Override
  public String name() {
    return "JobSet";
  }

  @Override
  public List<Wanted<?>> reads(TrainJob job) {
    return List.of(new Wanted<>(JobSet.class, ObjectKey.of(job)));
  }

  @Override
  public void watch(ControllerBuilder<ObjectKey> trainJobs) {
    trainJobs.watch(JobSet.class, watch -> watch.controllerOf(TrainJob.class));
  }

  /** All pods of a Job run at once: the number of nodes is both parallelism and completions. */
  @Override
  public void preBuildSync(RuntimeInfo info, TrainJob job) {
    info.podSets()
        .forEach(
            pods -> {
              pods.jobSpec().setParallelism(pods.count());
              pods.jobSpec().setCompletions(pods.count());
            });
  }

  @Override
  public List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen) {
    Optional<JobSet> existing = seen.find(JobSet.class, ObjectKey.of(job));
    if (existing.isPresent() && !Owners.isControlledBy(existing.get(), job)) {
      throw new BuildException(
          "JobSet \"%s\" exists but is owned by another object"
              .formatted(job.getMetadata().getName()));
    }
    boolean running =
        existing.filter(jobSet -> !isSuspended(jobSet) && !isSuspended(job)).isPresent();
    return running ? List.of() : List.of(JobSetBuild.build(info, job));
  }

  @Override
  public List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    return JobSetValidation.validate(info, old, job, seen);
  }

  @Override
  public Optional<TrainJobStatus> status(TrainJob job, Children seen) {
    return seen.find(JobSet.class, ObjectKey.of(job))
        .filter(jobSet -> Owners.isControlledBy(jobSet, job))
        .map(jobSet -> JobSetProgress.status(job, jobSet));
  }

  private static boolean isSuspended(JobSet jobSet) {
    return Boolean.TRUE.equals(jobSet.getSpec().getSuspend());
  }

  private static boolean isSuspended(TrainJob job) {
    return Boolean.TRUE.equals(job.getSpec().getSuspend());
  }
}
