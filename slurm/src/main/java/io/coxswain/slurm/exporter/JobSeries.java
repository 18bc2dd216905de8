package io.coxswain.slurm.exporter;

import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmJob;
import io.coxswain.slurm.client.Tres;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the series of jobs. Of several records of one job the last counts. */
final class JobSeries {
  private static final Logger log = LoggerFactory.getLogger(JobSeries.class);
  private static final String GAUGE = "gauge";
  private static final String JOB = "job_id";
  private static final long MEBIBYTE = 1L << 20;

  private final Snapshot seen;
  private final Collection<SlurmJob> jobs;
  private final Instant now;
  private final Exposition page;

  JobSeries(Snapshot seen, Instant now, Exposition page) {
    this.seen = seen;
    this.jobs = distinct(seen.jobs());
    this.now = now;
    this.page = page;
  }

  /** Accounting has a record for each time a job was queued; series must differ. */
  private static Collection<SlurmJob> distinct(Collection<SlurmJob> jobs) {
    var byId = LinkedHashMap.<Long, SlurmJob>newLinkedHashMap(jobs.size());
    jobs.forEach(job -> byId.put(job.id(), job));
    return byId.values();
  }

  void write() {
    info();
    nodes();
    durations();
    resources();
  }

  private void info() {
    page.family("slurm_job_info", GAUGE, "Slurm job detail information");
    for (SlurmJob job : jobs) {
      page.sample(
          1,
          JOB,
          id(job),
          "job_state",
          job.state(),
          "job_state_reason",
          job.stateReason(),
          "slurm_partition",
          job.partition(),
          "job_name",
          job.name(),
          "user_name",
          job.userName(),
          "user_mail",
          job.userMail(),
          "user_id",
          text(job.userId()),
          "standard_error",
          job.standardError(),
          "standard_output",
          job.standardOutput(),
          "array_job_id",
          text(job.arrayJobId()),
          "array_task_id",
          job.arrayTaskId(),
          "submit_time",
          text(job.submitTime()),
          "start_time",
          text(job.startTime()),
          "end_time",
          text(job.endTime()),
          "finished_time",
          job.isTerminal() ? text(job.endTime()) : "");
    }
  }

  private static String id(SlurmJob job) {
    return Long.toString(job.id());
  }

  private static String text(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "";
  }

  private static String text(Optional<Instant> time) {
    return time.map(t -> Long.toString(t.getEpochSecond())).orElse("");
  }

  private void nodes() {
    page.family("slurm_node_job", GAUGE, "Slurm job node information");
    for (SlurmJob job : jobs) {
      try {
        for (String node : job.nodeNames()) {
          NodePlace place = seen.place(node);
          page.sample(
              1,
              JOB,
              id(job),
              "node_name",
              node,
              "nvlink_instance_group",
              place.nvlinkGroup(),
              "nodeset_name",
              place.nodeSet());
        }
      } catch (SlurmException e) {
        log.atWarn()
            .addKeyValue("job", job.id())
            .setCause(e)
            .log("Failed to parse node list of job");
      }
    }
  }

  private void durations() {
    page.family("slurm_job_duration_seconds", GAUGE, "Slurm job duration in seconds");
    for (SlurmJob job : jobs) {
      Optional<Instant> end = job.isTerminal() ? job.endTime() : Optional.of(now);
      if (job.startTime().isPresent() && end.isPresent()) {
        double seconds = Duration.between(job.startTime().get(), end.get()).toNanos() / 1e9;
        if (seconds > 0) {
          page.sample(seconds, JOB, id(job));
        }
      }
    }
  }

  private void resources() {
    page.family("slurm_job_cpus", GAUGE, "CPUs allocated to a Slurm job");
    for (SlurmJob job : jobs) {
      long cpus = either(tres(job, job.tresAllocated()).cpus(), job, Tres::cpus);
      OptionalLong number = cpus > 0 ? OptionalLong.of(cpus) : job.cpus();
      if (number.isPresent()) {
        page.sample(number.getAsLong(), JOB, id(job));
      }
    }
    page.family("slurm_job_memory_bytes", GAUGE, "Memory allocated to a Slurm job in bytes");
    for (SlurmJob job : jobs) {
      long bytes = either(tres(job, job.tresAllocated()).memoryBytes(), job, Tres::memoryBytes);
      if (bytes > 0) {
        page.sample(bytes, JOB, id(job));
      } else if (job.memoryPerNode().isPresent() && job.nodeCount().isPresent()) {
        page.sample(
            (double) job.memoryPerNode().getAsLong() * job.nodeCount().getAsLong() * MEBIBYTE,
            JOB,
            id(job));
      }
    }
  }

  private static long either(long allocated, SlurmJob job, ToLongFunction<Tres> what) {
    return allocated > 0 ? allocated : what.applyAsLong(tres(job, job.tresRequested()));
  }

  private static Tres tres(SlurmJob job, String text) {
    try {
      return Tres.parse(text);
    } catch (SlurmException e) {
      log.atWarn().addKeyValue("job", job.id()).setCause(e).log("Failed to parse TRES of job");
      return new Tres(0, 0, 0);
    }
  }
}
