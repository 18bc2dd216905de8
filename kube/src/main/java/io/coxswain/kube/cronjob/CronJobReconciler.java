package io.coxswain.kube.cronjob;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneRulesException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Cleans up finished Jobs of a CronJob, then starts the one that is due. */
final class CronJobReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("cronjob-controller");

  private static final DateTimeFormatter RFC_1123 =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ROOT);

  private final Client client;
  private final Recorder events;
  private final Histogram creationSkew;

  /**
   * @param creationSkew the time between a schedule and the creation of its Job
   */
  CronJobReconciler(Client client, Recorder events, Histogram creationSkew) {
    this.client = client;
    this.events = events;
    this.creationSkew = creationSkew;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<CronJob> found = client.get(CronJob.class, key);
    if (found.isEmpty()) {
      log.info(4, "CronJob not found, may be it is deleted", "cronjob", key);
      return Outcome.done();
    }
    CronJob cron = found.get();
    var history =
        new CronJobHistory(
            client, events, cron, client.list(Job.class).controlledBy(cron).toList());
    history.clearAway();
    history.followActive();
    Outcome outcome;
    try {
      outcome = startWhatIsDue(cron, history, pass);
    } catch (ApiException e) {
      write(cron, history.status());
      throw e;
    }
    write(cron, history.status());
    history.throwFailure();
    return outcome;
  }

  private void write(CronJob cron, CronJobStatus status) throws ApiException {
    client.patchStatus(cron, c -> c.setStatus(status));
  }

  private Outcome startWhatIsDue(CronJob cron, CronJobHistory history, Reconciliation pass)
      throws ApiException {
    boolean suspended = Boolean.TRUE.equals(cron.getSpec().getSuspend());
    if (cron.getMetadata().getDeletionTimestamp() != null || suspended) {
      if (suspended) {
        log.info(4, "Not starting job because the cron is suspended", "cronjob", cron);
      }
      return Outcome.done();
    }
    try {
      ZoneId zone = zone(cron);
      Schedule schedule = Schedule.parse(cron.getSpec().getSchedule());
      CronJob seen = Json.copy(cron);
      seen.setStatus(history.status());
      CronJobPlan plan = CronJobPlan.of(seen, schedule, zone, pass.now());
      if (plan.tooManyMissed()) {
        log.info("too many missed times", "cronjob", cron);
        events.warning(
            cron,
            "TooManyMissedTimes",
            "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check"
                + " clock skew");
      }
      if (plan.due().isEmpty()) {
        log.info(4, "No unmet start times", "cronjob", cron);
      } else {
        run(cron, history, plan.due().get(), zone, pass);
      }
      return Outcome.after(plan.lookAgain());
    } catch (ZoneRulesException e) {
      log.info(
          4,
          "Not starting job because timeZone is invalid",
          "cronjob",
          cron,
          "timeZone",
          cron.getSpec().getTimeZone(),
          "err",
          e.getMessage());
      events.warning(
          cron,
          "UnknownTimeZone",
          "invalid timeZone: \"%s\": unknown time zone %s",
          cron.getSpec().getTimeZone(),
          cron.getSpec().getTimeZone());
    } catch (IllegalArgumentException e) {
      log.info(
          2,
          "Unparseable schedule",
          "cronjob",
          cron,
          "schedule",
          cron.getSpec().getSchedule(),
          "err",
          e.getMessage());
      events.warning(
          cron,
          "UnparseableSchedule",
          "unparseable schedule: \"%s\" : %s",
          cron.getSpec().getSchedule(),
          String.valueOf(e.getMessage()));
    } catch (CronJobPlan.ScheduleException e) {
      log.info(
          2,
          "Invalid schedule",
          "cronjob",
          cron,
          "schedule",
          cron.getSpec().getSchedule(),
          "err",
          e.getMessage());
      events.warning(
          cron,
          "InvalidSchedule",
          "invalid schedule: %s : %s",
          cron.getSpec().getSchedule(),
          String.valueOf(e.getMessage()));
    }
    return Outcome.done();
  }

  private static ZoneId zone(CronJob cron) {
    String name = cron.getSpec().getTimeZone();
    return name == null ? ZoneOffset.UTC : ZoneId.of(name);
  }

  private void run(
      CronJob cron, CronJobHistory history, Instant time, ZoneId zone, Reconciliation pass)
      throws ApiException {
    Long deadline = cron.getSpec().getStartingDeadlineSeconds();
    if (deadline != null && time.plus(Seconds.of(deadline)).isBefore(pass.now())) {
      log.info(4, "Missed starting window", "cronjob", cron);
      events.warning(
          cron,
          "MissSchedule",
          "Missed scheduled time to start a job: %s",
          RFC_1123.format(time.atZone(ZoneOffset.UTC)));
      return;
    }
    Job job = CronJobFactory.build(cron, time, zone);
    String name = job.getMetadata().getName();
    CronJobStatus status = history.status();
    if (history.isActive(name) || Timestamps.format(time).equals(status.getLastScheduleTime())) {
      log.info(
          4,
          "Not starting job because the scheduled time is already processed",
          "cronjob",
          cron,
          "schedule",
          time);
      return;
    }
    List<ObjectReference> active = history.active();
    switch (String.valueOf(cron.getSpec().getConcurrencyPolicy())) {
      case "Forbid" -> {
        if (!active.isEmpty()) {
          log.info(
              4,
              "Not starting job because prior execution is still running and concurrency policy is"
                  + " Forbid",
              "cronjob",
              cron);
          events.normal(
              cron,
              "JobAlreadyActive",
              "Not starting job because prior execution is running and concurrency policy is"
                  + " Forbid");
          return;
        }
      }
      case "Replace" -> history.deleteActive();
      default -> {}
    }
    create(cron, history, job, time, pass);
  }

  private void create(
      CronJob cron, CronJobHistory history, Job wanted, Instant time, Reconciliation pass)
      throws ApiException {
    Job job;
    try {
      job = client.create(wanted);
      log.info(4, "Created Job", "job", job, "cronjob", cron);
      creationSkew.observe(Duration.between(time, pass.now()).toNanos() / 1e9);
      events.normal(cron, "SuccessfulCreate", "Created job %s", job.getMetadata().getName());
    } catch (ApiException.AlreadyExists e) {
      log.info("Job already exists", "cronjob", cron, "job", wanted);
      Optional<Job> mine = history.findMine(wanted.getMetadata().getName());
      if (mine.isEmpty()) {
        return;
      }
      job = mine.get();
    } catch (ApiException e) {
      if (!SlowStart.namespaceEnds(e)) {
        events.warning(
            cron, "FailedCreate", "Error creating job: %s", String.valueOf(e.getMessage()));
      }
      throw e;
    }
    history.started(job, time);
  }
}
