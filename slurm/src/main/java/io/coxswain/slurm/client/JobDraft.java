package io.coxswain.slurm.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** A job as far as it has been read, from the controller or from accounting. */
final class JobDraft {
  OptionalLong id = OptionalLong.empty();
  String name = "";
  String state = "";
  String stateReason = "";
  String partition = "";
  Optional<String> userName = Optional.empty();
  String otherName = "";
  String userMail = "";
  OptionalLong userId = OptionalLong.empty();
  String standardError = "";
  String standardOutput = "";
  String nodes = "";
  OptionalLong nodeCount = OptionalLong.empty();
  OptionalLong arrayJobId = OptionalLong.empty();
  OptionalLong arrayTaskId = OptionalLong.empty();
  String arrayTasks = "";
  Optional<Instant> submitTime = Optional.empty();
  Optional<Instant> startTime = Optional.empty();
  Optional<Instant> endTime = Optional.empty();
  OptionalLong limitMinutes = OptionalLong.empty();
  String tresAllocated = "";
  String tresRequested = "";
  OptionalLong cpus = OptionalLong.empty();
  OptionalLong memoryPerNode = OptionalLong.empty();

  SlurmJob finish() throws IOException {
    if (id.isEmpty()) {
      throw new IOException("a job has no job_id");
    }
    if (state.isEmpty()) {
      throw new IOException("job " + id.getAsLong() + " has no job_state");
    }
    String user = userName.orElse(otherName);
    return new SlurmJob(
        id.getAsLong(),
        name,
        state,
        stateReason,
        partition,
        user,
        user.isEmpty() || user.equals(userMail) ? "" : userMail,
        userId,
        standardError,
        standardOutput,
        assigned(nodes),
        nodeCount,
        arrayJobId,
        arrayTaskId.isPresent() ? Long.toString(arrayTaskId.getAsLong()) : arrayTasks,
        submitTime,
        startTime,
        end(),
        tresAllocated,
        tresRequested,
        cpus,
        memoryPerNode);
  }

  /** Accounting has no end for a job that runs; the controller has when its time is up. */
  private Optional<Instant> end() {
    if (endTime.isPresent() || limitMinutes.isEmpty() || !state.equals(JobState.RUNNING)) {
      return endTime;
    }
    return startTime.map(start -> start.plus(Duration.ofMinutes(limitMinutes.getAsLong())));
  }

  private static String assigned(String nodes) {
    String stripped = nodes.strip();
    return stripped.equals("None assigned") || stripped.equals("(null)") ? "" : stripped;
  }
}
