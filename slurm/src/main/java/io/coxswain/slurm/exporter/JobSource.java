package io.coxswain.slurm.exporter;

import io.coxswain.env.CancelledException;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The source of jobs. */
sealed interface JobSource {

  List<SlurmJob> jobs(SlurmClient slurm, Instant now) throws SlurmException, CancelledException;

  /** The controller: what waits, what runs and what has just ended. */
  record Controller() implements JobSource {
    @Override
    public List<SlurmJob> jobs(SlurmClient slurm, Instant now)
        throws SlurmException, CancelledException {
      return slurm.jobs();
    }
  }

  /** Accounting: the jobs of, for example, the last hour. */
  record Accounting(String cluster, Duration lookback) implements JobSource {
    /** The clocks of slurmrestd, slurmctld and slurmdbd may differ by so much. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** A job that waits for longer was forgotten: accounting keeps such jobs indefinitely. */
    private static final Duration STALE = Duration.ofDays(30);

    @Override
    public List<SlurmJob> jobs(SlurmClient slurm, Instant now)
        throws SlurmException, CancelledException {
      return slurm.accountingJobs(cluster, now.minus(lookback), now.plus(SKEW)).stream()
          .filter(job -> !isStale(job, now.minus(STALE)))
          .toList();
    }

    private static boolean isStale(SlurmJob job, Instant limit) {
      return job.startTime().isEmpty()
          && job.endTime().isEmpty()
          && job.submitTime().isPresent()
          && job.submitTime().get().isBefore(limit);
    }
  }
}
