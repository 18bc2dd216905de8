package io.coxswain.slurm.rebooter;

import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.time.Instant;

/** The machine that this program runs on. */
public interface Machine {

  /**
   * When it booted.
   *
   * @throws IOException when that cannot be told
   */
  Instant bootedAt() throws IOException;

  /**
   * Has it rebooted; returns when that has begun.
   *
   * @throws IOException when it was not
   */
  void reboot() throws IOException, CancelledException;
}
