package io.coxswain.sim;

/** A fault at one operation that changes the files of a process. */
public enum FileFault {
  /** No space is left on the device; the first half of an append is written. */
  NO_SPACE,
  /** The disk fails; the first half of an append is written. */
  IO_ERROR,
  /** The process is killed; the first half of an append is written. */
  KILL,
  /** Like {@link #KILL}, and unsynced data may be lost. */
  LOSE_POWER
}
