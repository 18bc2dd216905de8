package io.coxswain.slurm.simulated;

/** What can befall a request to Slurm. */
public enum SlurmFault {
  /** Nothing is done and no answer comes. */
  TIME_OUT,
  /** It is done; the answer is lost. */
  LOST_ANSWER,
  /** Nothing is done; the answer is 200 and says in its body that it failed. */
  ERROR_BODY,
  /** Nothing is done; the answer is 500. */
  SERVER_ERROR,
  /** A list comes without a node that is there; asked for it, Slurm says that there is none. */
  MISSING_NODE,
  /** It is done; the answer breaks off in the middle. */
  HALF_ANSWER
}
