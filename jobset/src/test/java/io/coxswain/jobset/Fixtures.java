package io.coxswain.jobset;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** JobSets written as YAML, and a pretended world to plan in: what is planned becomes so. */
final class Fixtures {
  static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private Fixtures() {}

  /** A JobSet named {@code js} in the namespace {@code default}. */
  static JobSet jobSet(String spec) {
    try {
      JobSet jobSet =
          Json.yamlMapper()
              .readValue(
                  """
                  apiVersion: jobset.x-k8s.io/v1alpha2
                  kind: JobSet
                  metadata: {name: js, namespace: default, uid: uid-1}
                  spec:
                  """
                      + spec.indent(2),
                  JobSet.class);
      return jobSet;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** One group, in short. */
  static String group(String name, int replicas) {
    return """
    - name: %s
      replicas: %d
      template: {spec: {parallelism: 1, completions: 1, template: {spec: {containers: [{name: c, image: i}]}}}}
    """
        .formatted(name, replicas);
  }

  static String groups(String... groups) {
    return "replicatedJobs:\n" + String.join("", groups);
  }

  /** The Jobs and the status of one JobSet, changed by plans and by pretended Job controllers. */
  static final class Pretend {
    final JobSet jobSet;
    final TreeMap<String, Job> jobs = new TreeMap<>();
    final List<PendingEvent> notices = new ArrayList<>();
    Features features = Features.none();
    Instant now = NOON;
    final TreeSet<String> claims = new TreeSet<>();
    boolean service;

    Pretend(JobSet jobSet) {
      this.jobSet = jobSet;
    }

    JobSetPlan plan() {
      return JobSetPlan.of(
          new Observation(jobSet, List.copyOf(jobs.values()), service, claims, List.of(), now),
          features);
    }

    /** Plans and carries out, as if every write succeeded. */
    JobSetPlan pass() {
      JobSetPlan plan = plan();
      for (Action action : plan.actions()) {
        switch (action) {
          case Action.DeleteJobs(List<Job> gone) ->
              gone.forEach(job -> jobs.remove(job.getMetadata().getName()));
          case Action.CreateJobs(List<Job> made) ->
              made.forEach(job -> jobs.put(job.getMetadata().getName(), job));
          case Action.CreateService made -> service = made.service() != null;
          case Action.SuspendJob(Job job) -> job.getSpec().setSuspend(true);
          case Action.ResumeJob(Job job, var replicated) ->
              ResumeEdits.merge(job, replicated.getTemplate().getSpec().getTemplate());
          case Action.ScaleJob scaled -> {}
          case Action.CreateClaims(var made) ->
              made.forEach(claim -> claims.add(claim.getMetadata().getName()));
          case Action.DeleteJobSet gone -> {}
        }
      }
      plan.status().ifPresent(jobSet::setStatus);
      notices.addAll(plan.notices());
      return plan;
    }

    /** Passes until nothing more is to be done. */
    void settle() {
      for (int i = 0; i < 20; i++) {
        JobSetPlan plan = pass();
        if (plan.actions().isEmpty() && plan.status().isEmpty()) {
          return;
        }
      }
      throw new IllegalStateException("does not settle: " + plan());
    }

    Job job(String name) {
      Job job = jobs.get(name);
      if (job == null) {
        throw new IllegalArgumentException("no job " + name + " in " + jobs.keySet());
      }
      return job;
    }

    void ready(String name) {
      var status = new JobStatus();
      status.setActive(1);
      status.setReady(1);
      job(name).setStatus(status);
    }

    void complete(String name) {
      end(name, "Complete", "CompletionsReached", "");
    }

    void fail(String name) {
      fail(name, "BackoffLimitExceeded", "Job has reached the specified backoff limit");
    }

    void fail(String name, String reason, String message) {
      end(name, "Failed", reason, message);
    }

    private void end(String name, String type, String reason, String message) {
      var status = new JobStatus();
      status.setConditions(
          new ArrayList<>(
              List.of(
                  new JobConditionBuilder()
                      .withType(type)
                      .withStatus("True")
                      .withReason(reason)
                      .withMessage(message)
                      .withLastTransitionTime(now.toString())
                      .build())));
      job(name).setStatus(status);
      now = now.plusSeconds(1);
    }

    JobSetStatus status() {
      JobSetStatus status = jobSet.getStatus();
      return status == null ? new JobSetStatus() : status;
    }

    /** {@code type=status/reason} of each condition. */
    List<String> conditions() {
      return status().getConditions().stream()
          .map(c -> c.getType() + "=" + c.getStatus() + "/" + c.getReason())
          .toList();
    }

    String message(String type) {
      return status().getConditions().stream()
          .filter(c -> c.getType().equals(type))
          .findFirst()
          .orElseThrow()
          .getMessage();
    }
  }
}
