package io.coxswain.slurm.cluster;

import io.coxswain.slurm.values.Maintenance;

/**
 * The next step for the Job that fills the jail, and whether the other steps may proceed.
 *
 * @param goOn false while no other step may run
 * @param again whether to requeue soon although the other steps proceed
 */
record PopulateJailPlan(Action action, boolean goOn, boolean again) {

  /** What happens to the Job. */
  enum Action {
    NONE,
    CREATE,
    DELETE
  }

  /** The Job as it is. */
  enum Job {
    MISSING,
    UNFINISHED,
    SUCCEEDED
  }

  /**
   * @param toldMode the mode that the status of the cluster speaks of; empty when it does not yet
   * @param podsLive whether a login or worker pod may still use the jail
   */
  static PopulateJailPlan of(Maintenance mode, Job job, String toldMode, boolean podsLive) {
    boolean overwrite = mode == Maintenance.DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL;
    boolean told = toldMode.equals(mode.word());
    if (mode == Maintenance.SKIP_POPULATE_JAIL) {
      return new PopulateJailPlan(Action.NONE, true, false);
    }
    if (mode == Maintenance.DOWNSCALE_AND_DELETE_POPULATE_JAIL) {
      return new PopulateJailPlan(job == Job.MISSING ? Action.NONE : Action.DELETE, true, false);
    }
    if (job != Job.MISSING) {
      // A Job from before this maintenance: its success says nothing. Without a word in the status
      // yet, the cluster is new and the Job its first.
      boolean old = overwrite && !told && !toldMode.isEmpty();
      return new PopulateJailPlan(
          old ? Action.DELETE : Action.NONE, job == Job.SUCCEEDED, overwrite && old);
    }
    if (podsLive) {
      return new PopulateJailPlan(Action.NONE, true, overwrite);
    }
    // Created only once the status speaks of this maintenance, or the new Job would be taken for an
    // old one by whoever looks next.
    return overwrite && !told && !toldMode.isEmpty()
        ? new PopulateJailPlan(Action.NONE, true, true)
        : new PopulateJailPlan(Action.CREATE, false, false);
  }
}
