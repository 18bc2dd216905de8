package io.coxswain.slurm.checks.activecheckjob;

import io.coxswain.api.slurm.JobReason;
import io.coxswain.api.slurm.SlurmJobsStatus;
import io.coxswain.slurm.client.JobState;
import io.coxswain.slurm.client.SlurmJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How far the Slurm jobs of a run are.
 *
 * @param failed those that failed since the last look, to be reacted to
 * @param succeeded those that ended well since the last look, to be reacted to
 * @param unhandled the numbers to look at again
 * @param handled of the tasks of those: which have been reacted to
 * @param finalTime the latest end of any, in seconds; 0 for none
 * @param status what the check says of the run, but for the time of the last change
 */
record SlurmRun(
    List<SlurmJob> failed,
    List<SlurmJob> succeeded,
    SequencedSet<String> unhandled,
    SequencedSet<String> handled,
    long finalTime,
    SlurmJobsStatus status) {

  /**
   * What was known before.
   *
   * @param first the number that the run goes by
   * @param handled the tasks that were reacted to; empty when nobody kept book of them, which is
   *     when their end is compared with the time instead
   * @param finalTime the latest end of any that was reacted to
   * @param status of the check, which may tell of another run
   */
  record Before(
      String first,
      Optional<SequencedSet<String>> handled,
      long finalTime,
      @Nullable SlurmJobsStatus status) {}

  boolean isOver() {
    return unhandled.isEmpty();
  }

  /**
   * @param answers of accounting by number; absent where there was none
   */
  static SlurmRun of(Before before, SequencedMap<String, Optional<List<SlurmJob>>> answers) {
    return new Draft(before).read(answers);
  }

  private static final class Draft {
    private final Before before;
    private final List<SlurmJob> failed = new ArrayList<>();
    private final List<SlurmJob> succeeded = new ArrayList<>();
    private final SequencedSet<String> unhandled = new LinkedHashSet<>();
    private final SequencedSet<String> handled = new LinkedHashSet<>();
    private final SlurmJobsStatus status = new SlurmJobsStatus();
    private long finalTime;

    Draft(Before before) {
      this.before = before;
      this.finalTime = before.finalTime;
      status.setLastRunId(before.first);
      SlurmJobsStatus last = before.status;
      if (last != null && before.first.equals(last.getLastRunId())) {
        status.setLastRunName(last.getLastRunName());
        status.setLastRunSubmitTime(last.getLastRunSubmitTime());
        status.setLastRunFailJobsAndReasons(new ArrayList<>(last.getLastRunFailJobsAndReasons()));
        status.setLastRunErrorJobsAndReasons(new ArrayList<>(last.getLastRunErrorJobsAndReasons()));
        status.setLastRunCancelledJobs(new ArrayList<>(last.getLastRunCancelledJobs()));
      }
    }

    SlurmRun read(SequencedMap<String, Optional<List<SlurmJob>>> answers) {
      answers.forEach(
          (number, answer) -> {
            // No record is no end: it may be on its way from the controller to accounting.
            if (answer.isEmpty() || answer.get().isEmpty()) {
              unhandled.add(number);
              keepBook();
            } else {
              read(number, answer.get());
            }
          });
      status.setLastRunStatus(word());
      return new SlurmRun(failed, succeeded, unhandled, handled, finalTime, status);
    }

    private void keepBook() {
      before.handled.ifPresent(handled::addAll);
    }

    private void read(String number, List<SlurmJob> records) {
      var ended = new TreeSet<String>();
      for (SlurmJob job : records) {
        String id = Long.toString(job.id());
        if (id.equals(before.first)) {
          status.setLastRunName(job.name());
          status.setLastRunSubmitTime(job.submitTime().map(Instant::toString).orElse(null));
        }
        if (!job.isTerminal() || job.endTime().isEmpty()) {
          unhandled.add(number);
          continue;
        }
        ended.add(id);
        long end = job.endTime().get().getEpochSecond();
        if (!isHandled(id, end)) {
          sort(job, id);
        }
        finalTime = Math.max(finalTime, end);
      }
      if (unhandled.contains(number)) {
        handled.addAll(ended);
      }
    }

    private boolean isHandled(String id, long end) {
      return before.handled.map(ids -> ids.contains(id)).orElseGet(() -> end <= before.finalTime);
    }

    private void sort(SlurmJob job, String id) {
      switch (job.state()) {
        case JobState.FAILED -> {
          failed.add(job);
          note(status.getLastRunFailJobsAndReasons(), job, id);
        }
        case JobState.COMPLETED -> succeeded.add(job);
        case JobState.CANCELLED -> {
          if (!status.getLastRunCancelledJobs().contains(id)) {
            status.getLastRunCancelledJobs().add(id);
          }
        }
        default -> note(status.getLastRunErrorJobsAndReasons(), job, id);
      }
    }

    private static void note(List<JobReason> list, SlurmJob job, String id) {
      if (list.stream().noneMatch(known -> known.getJobID().equals(id))) {
        var reason = new JobReason();
        reason.setJobID(id);
        reason.setReason(job.stateReason());
        list.add(reason);
      }
    }

    private String word() {
      if (!unhandled.isEmpty()) {
        return "InProgress";
      }
      if (!status.getLastRunFailJobsAndReasons().isEmpty()) {
        return "Failed";
      }
      if (!status.getLastRunErrorJobsAndReasons().isEmpty()) {
        return "Error";
      }
      return status.getLastRunCancelledJobs().isEmpty() ? "Complete" : "Cancelled";
    }
  }
}
