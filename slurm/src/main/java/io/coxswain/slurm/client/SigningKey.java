package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;

/** The key that a cluster's tokens are signed with. */
@FunctionalInterface
public interface SigningKey {

  /**
   * Reads the key.
   *
   * @param bypassCache whether it must be read from its source, not from memory
   */
  byte[] read(boolean bypassCache) throws SlurmException, CancelledException;
}
