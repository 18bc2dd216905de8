package io.coxswain.slurm.checks.activecheckjob;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.ActiveCheckStatus;
import io.coxswain.api.slurm.K8sJobsStatus;
import io.coxswain.api.slurm.SlurmJobsStatus;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmJob;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.render.ActiveCheckRender;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Follows one Job of an active check. */
final class ActiveCheckJobReconciler implements Reconciler<ObjectKey> {
  static final String JOB_NAME = "job-name";
  private static final String NO_SLURM_JOB = "No slurm job";
  private static final Comparator<Job> AGE =
      Comparator.<Job, String>comparing(job -> job.getMetadata().getCreationTimestamp())
          .thenComparing(job -> job.getMetadata().getName());

  private final Client client;
  private final SlurmClients clients;
  private final SlurmDrainer drainer;
  private final Duration period;

  ActiveCheckJobReconciler(
      Client client, SlurmClients clients, SlurmDrainer drainer, Duration period) {
    this.client = client;
    this.clients = clients;
    this.drainer = drainer;
    this.period = period;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Job> job = client.get(Job.class, key);
    Optional<ObjectKey> name = job.isEmpty() ? Optional.empty() : checkOf(key);
    if (name.isEmpty()) {
      return Outcome.done();
    }
    Optional<ActiveCheck> check = client.get(ActiveCheck.class, name.get());
    Optional<CronJob> cronJob = client.get(CronJob.class, name.get());
    if (check.isEmpty() || cronJob.isEmpty()) {
      return Outcome.done();
    }
    return "slurmJob".equals(check.get().getSpec().getCheckType())
        ? followSlurm(check.get(), cronJob.get(), job.get(), pass)
        : followPlain(check.get(), cronJob.get(), job.get(), pass);
  }

  private Optional<ObjectKey> checkOf(ObjectKey job) throws ApiException {
    List<Pod> pods =
        client
            .list(Pod.class)
            .in(job.namespace())
            .labels(LabelSelector.of(JOB_NAME, job.name()))
            .toList();
    if (pods.isEmpty()) {
      return Optional.empty(); // a change of the Job comes with its pod
    }
    Map<String, String> annotations = pods.getFirst().getMetadata().getAnnotations();
    return Optional.ofNullable(
            annotations == null ? null : annotations.get(ActiveCheckRender.CHECK))
        .map(name -> ObjectKey.of(job.namespace(), name));
  }

  /** Jobs of earlier runs are seen again when this program starts; they are ignored. */
  private boolean isLatest(Job job, CronJob cronJob) throws ApiException {
    return client
        .list(Job.class)
        .in(job.getMetadata().getNamespace())
        .controlledBy(cronJob)
        .toList()
        .stream()
        .noneMatch(other -> AGE.compare(other, job) > 0);
  }

  // ---- checks by a Job ------------------------------------------------------------------------

  private Outcome followPlain(ActiveCheck check, CronJob cronJob, Job job, Reconciliation pass)
      throws ApiException {
    if (isLatest(job, cronJob)) {
      var status = new K8sJobsStatus();
      if (cronJob.getStatus() != null) {
        status.setLastJobScheduleTime(cronJob.getStatus().getLastScheduleTime());
        status.setLastJobSuccessfulTime(cronJob.getStatus().getLastSuccessfulTime());
      }
      status.setLastJobName(job.getMetadata().getName());
      status.setLastJobStatus(JobStatus.of(job));
      K8sJobsStatus before =
          check.getStatus() == null ? null : check.getStatus().getK8sJobsStatus();
      status.setLastTransitionTime(before == null ? null : before.getLastTransitionTime());
      if (before == null || !Json.tree(before).equals(Json.tree(status))) {
        status.setLastTransitionTime(time(pass));
        write(check, all -> all.setK8sJobsStatus(status));
      }
    }
    return Outcome.done();
  }

  // ---- checks by Slurm ------------------------------------------------------------------------

  private Outcome followSlurm(ActiveCheck check, CronJob cronJob, Job job, Reconciliation pass)
      throws ApiException {
    JobNotes notes = JobNotes.of(job);
    String became = JobStatus.of(job);
    if (notes.skipped()) {
      if (notes.isFinal()) {
        return Outcome.done();
      }
      if (!became.equals(JobStatus.COMPLETE) && !became.equals(JobStatus.FAILED)) {
        return Outcome.after(period);
      }
      tellWithoutSlurm(check, cronJob, job, "Skipped", pass);
      var _ = client.patchUnlocked(job, seen -> JobNotes.markFinal(seen, pass.now()));
      return Outcome.done();
    }
    if (became.equals(JobStatus.FAILED)) {
      tellWithoutSlurm(check, cronJob, job, "Error", pass);
      return Outcome.done();
    }
    ObjectKey cluster =
        ObjectKey.of(job.getMetadata().getNamespace(), check.getSpec().getSlurmClusterRefName());
    SlurmClient slurm = clients.get(cluster);
    if (notes.all().isEmpty()) {
      return Outcome.done(); // the check has not told yet which jobs it had Slurm run
    }
    SlurmRun run = look(check, notes, slurm, pass);
    react(check, run, cluster);
    if (isLatest(job, cronJob)) {
      writeStatus(check, run.status(), pass);
    }
    var _ = client.patchUnlocked(job, seen -> JobNotes.write(seen, run));
    return run.isOver() ? Outcome.done() : Outcome.after(period);
  }

  private static SlurmRun look(
      ActiveCheck check, JobNotes notes, SlurmClient slurm, Reconciliation pass) {
    var answers = new LinkedHashMap<String, Optional<List<SlurmJob>>>();
    for (String number : notes.unhandled()) {
      try {
        answers.put(number, Optional.of(slurm.accountingJob(number)));
      } catch (SlurmException e) {
        pass.log()
            .atWarn()
            .addKeyValue("slurmJob", number)
            .setCause(e)
            .log("Failed to get slurm job status, will retry");
        answers.put(number, Optional.empty());
      }
    }
    SlurmJobsStatus status =
        check.getStatus() == null ? null : check.getStatus().getSlurmJobsStatus();
    return SlurmRun.of(notes.before(status), answers);
  }

  private void react(ActiveCheck check, SlurmRun run, ObjectKey cluster) throws ApiException {
    String name = check.getMetadata().getName();
    try {
      for (SlurmJob job : run.failed()) {
        Reaction.apply(name, job, check.getSpec().getFailureReactions(), cluster, drainer);
      }
      for (SlurmJob job : run.succeeded()) {
        Reaction.apply(name, job, check.getSpec().getSuccessReactions(), cluster, drainer);
      }
    } catch (ReconcileException e) {
      throw new ReconcileException("executing reactions: " + e.getMessage(), e);
    }
  }

  // ---- telling --------------------------------------------------------------------------------

  private void tellWithoutSlurm(
      ActiveCheck check, CronJob cronJob, Job job, String word, Reconciliation pass)
      throws ApiException {
    if (!isLatest(job, cronJob)) {
      return;
    }
    var status = new SlurmJobsStatus();
    status.setLastRunId(NO_SLURM_JOB);
    status.setLastRunName(job.getMetadata().getName());
    status.setLastRunStatus(word);
    if (cronJob.getStatus() != null) {
      status.setLastRunSubmitTime(cronJob.getStatus().getLastScheduleTime());
    }
    writeStatus(check, status, pass);
  }

  private void writeStatus(ActiveCheck check, SlurmJobsStatus status, Reconciliation pass)
      throws ApiException {
    SlurmJobsStatus before =
        check.getStatus() == null ? null : check.getStatus().getSlurmJobsStatus();
    status.setLastTransitionTime(before == null ? null : before.getLastTransitionTime());
    if (before == null || !Json.tree(before).equals(Json.tree(status))) {
      status.setLastTransitionTime(time(pass));
      write(check, all -> all.setSlurmJobsStatus(status));
    }
  }

  private void write(ActiveCheck check, Consumer<ActiveCheckStatus> edit) throws ApiException {
    var _ =
        client.patchStatus(
            check,
            changed -> {
              ActiveCheckStatus status =
                  changed.getStatus() == null ? new ActiveCheckStatus() : changed.getStatus();
              edit.accept(status);
              changed.setStatus(status);
            });
  }

  private static String time(Reconciliation pass) {
    Instant now = pass.now();
    return Timestamps.format(now);
  }
}
