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
 * The progress of the Slurm jobs of a run.
 *
 * @param failed those that failed since the last check, to react to
 * @param succeeded those that succeeded since the last check, to react to
 * @param unhandled the numbers to check again
 * @param handled the tasks of those with completed reactions
 * @param finalTime the latest end of any, in seconds; 0 for none
 * @param status the check's status of the run, except for the time of the last change
 */
record SlurmRun(
    List<SlurmJob> failed,
    List<SlurmJob> succeeded,
    SequencedSet<String> unhandled,
    SequencedSet<String> handled,
    long finalTime,
    SlurmJobsStatus status) {

  /**
   * The previous state.
   *
   * @param first the number that identifies the run
   * @param handled the tasks with completed reactions; empty if not recorded, in which case their
   *     end is compared with the time instead
   * @param finalTime the latest end of any with a completed reaction
   * @param status of the check, which may be that of another run
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
   * @param responses the responses of accounting by number; absent where there was none
   */
  static SlurmRun of(Before before, SequencedMap<String, Optional<List<SlurmJob>>> responses) {
    return new Draft(before).read(responses);
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

    SlurmRun read(SequencedMap<String, Optional<List<SlurmJob>>> responses) {
      responses.forEach(
          (number, response) -> {
            // No record is no end: it may be on its way from the controller to accounting.
            if (response.isEmpty() || response.get().isEmpty()) {
              unhandled.add(number);
              keepBook();
            } else {
              read(number, response.get());
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
