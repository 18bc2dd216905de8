package io.coxswain.slurm.checks.activecheckjob;

import io.coxswain.api.slurm.SlurmJobsStatus;
import io.coxswain.runtime.controller.ReconcileException;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of a Job about its Slurm jobs. The check's own pod writes their numbers; the rest
 * is our bookkeeping.
 *
 * @param all the numbers of all Slurm jobs
 * @param unhandled those still to check
 * @param handled tasks with completed reactions; empty if not recorded
 * @param skipped whether the check decided not to run
 */
record JobNotes(
    List<String> all,
    List<String> unhandled,
    Optional<SequencedSet<String>> handled,
    String finalTime,
    boolean skipped) {
  private static final String ALL = "slurm-job-id";
  private static final String UNHANDLED = "unhandled-slurm-job-id";
  private static final String HANDLED = "handled-slurm-job-id";
  private static final String FINAL = "soperator-checks-final-state-time";
  private static final String SKIPPED = "slurm-skipped-reason";

  static JobNotes of(Job job) {
    Map<String, String> notes = job.getMetadata().getAnnotations();
    Map<String, String> known = notes == null ? Map.of() : notes;
    List<String> all = split(known.get(ALL));
    return new JobNotes(
        all,
        known.containsKey(UNHANDLED) ? split(known.get(UNHANDLED)) : all,
        known.containsKey(HANDLED)
            ? Optional.of(new LinkedHashSet<>(split(known.get(HANDLED))))
            : Optional.empty(),
        known.getOrDefault(FINAL, ""),
        known.containsKey(SKIPPED));
  }

  private static List<String> split(@Nullable String text) {
    var parts = new ArrayList<String>();
    for (String part : text == null ? new String[0] : text.split(",", -1)) {
      if (!part.isBlank()) {
        parts.add(part.strip());
      }
    }
    return parts;
  }

  boolean isFinal() {
    return !finalTime.isEmpty();
  }

  SlurmRun.Before before(@Nullable SlurmJobsStatus status) {
    long time;
    try {
      time = finalTime.isEmpty() ? 0 : Long.parseLong(finalTime);
    } catch (NumberFormatException e) {
      throw new ReconcileException(
          "annotation " + FINAL + ": \"" + finalTime + "\" is not a number of seconds", e);
    }
    return new SlurmRun.Before(all.getFirst(), handled, time, status);
  }

  static void markFinal(Job job, Instant now) {
    put(job, FINAL, Long.toString(now.getEpochSecond()));
  }

  static void write(Job job, SlurmRun run) {
    put(job, UNHANDLED, String.join(",", run.unhandled()));
    put(job, HANDLED, String.join(",", run.handled()));
    if (run.finalTime() > 0) {
      put(job, FINAL, Long.toString(run.finalTime()));
    }
  }

  private static void put(Job job, String name, String value) {
    Map<String, String> notes = job.getMetadata().getAnnotations();
    var changed = notes == null ? new TreeMap<String, String>() : new TreeMap<>(notes);
    changed.put(name, value);
    job.getMetadata().setAnnotations(changed);
  }
}
