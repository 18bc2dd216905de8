package io.coxswain.slurm.rebooter;

import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.time.Instant;

/** The host on which this program runs. */
public interface Machine {

  /**
   * The boot time.
   *
   * @throws IOException if it cannot be determined
   */
  Instant bootedAt() throws IOException;

  /**
   * Has it rebooted; returns when that has begun.
   *
   * @throws IOException when it was not
   */
  void reboot() throws IOException, CancelledException;
}
