package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;

/** Where the token comes from that we show to slurmrestd. Tokens are secrets: none is logged. */
public interface SlurmTokens {

  /** No token is shown. */
  SlurmTokens NONE = fixed("");

  /** The token to show now; empty to show none. */
  String token() throws SlurmException, CancelledException;

  /**
   * Reports that the token may have been rejected. Returns true if a retry with another one makes
   * sense.
   */
  boolean refused(String token) throws SlurmException, CancelledException;

  /** Always the same token. */
  static SlurmTokens fixed(String token) {
    return new SlurmTokens() {
      @Override
      public String token() {
        return token;
      }

      @Override
      public boolean refused(String refused) {
        return false;
      }
    };
  }
}
