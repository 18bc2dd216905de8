package io.coxswain.slurm.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job, or a task of a job array, from the controller or from accounting.
 *
 * @param state the first of the states that Slurm lists, in capitals: the only one that counts
 * @param userId empty from accounting, which does not report it
 * @param userMail only if it differs from the user's name
 * @param nodes the allocated nodes, in Slurm's notation; empty if there are none
 * @param arrayTaskId the task's number, or the range of waiting ones; empty without an array
 * @param memoryPerNode in MiB
 * @param endTime for a running job: when its time limit expires
 */
public record SlurmJob(
    long id,
    String name,
    String state,
    String stateReason,
    String partition,
    String userName,
    String userMail,
    OptionalLong userId,
    String standardError,
    String standardOutput,
    String nodes,
    OptionalLong nodeCount,
    OptionalLong arrayJobId,
    String arrayTaskId,
    Optional<Instant> submitTime,
    Optional<Instant> startTime,
    Optional<Instant> endTime,
    String tresAllocated,
    String tresRequested,
    OptionalLong cpus,
    OptionalLong memoryPerNode) {

  /** A job of which only this is known. */
  public static SlurmJob of(
      long id,
      String name,
      String state,
      String nodes,
      Optional<Instant> submitTime,
      Optional<Instant> endTime) {
    return new SlurmJob(
        id,
        name,
        state,
        "",
        "",
        "",
        "",
        OptionalLong.empty(),
        "",
        "",
        nodes,
        OptionalLong.empty(),
        OptionalLong.empty(),
        "",
        submitTime,
        Optional.empty(),
        endTime,
        "",
        "",
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /** The names of its nodes. */
  public List<String> nodeNames() throws SlurmException {
    return HostList.expand(nodes);
  }

  /** Whether it has ended, one way or another. */
  public boolean isTerminal() {
    return JobState.isTerminal(state);
  }
}
