package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;

/** The key that a cluster's tokens are signed with. */
@FunctionalInterface
public interface SigningKey {

  /**
   * Reads the key.
   *
   * @param anew whether it must be read from where it is kept, not from memory
   */
  byte[] read(boolean anew) throws SlurmException, CancelledException;
}
