package io.coxswain.sim;

/** What goes wrong at one operation that changes the files of a process. */
public enum FileFault {
  /** There is no space left; of what was to be appended, the first half is written. */
  NO_SPACE,
  /** The disk fails; of what was to be appended, the first half is written. */
  IO_ERROR,
  /** The process is killed; of what was to be appended, the first half is written. */
  KILL,
  /** As {@link #KILL}, and what was not synced may be lost. */
  LOSE_POWER
}
