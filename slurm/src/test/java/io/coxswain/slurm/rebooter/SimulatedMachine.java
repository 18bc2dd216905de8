package io.coxswain.slurm.rebooter;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.io.IOException;
import java.time.Instant;

/** A machine whose boots are the script's business; counts how often it was told to reboot. */
public final class SimulatedMachine implements Machine {
  private Instant bootedAt;
  private int commands;
  private boolean blind;
  private Runnable whenCommanded = () -> {};

  public SimulatedMachine(Clock clock) {
    this.bootedAt = clock.now();
  }

  @Override
  public Instant bootedAt() throws IOException {
    if (blind) {
      throw new IOException("/proc/uptime: no such file");
    }
    return bootedAt;
  }

  @Override
  public void reboot() throws IOException, CancelledException {
    commands++;
    whenCommanded.run();
  }

  /** It comes up again. */
  public void boot(Clock clock) {
    bootedAt = clock.now();
  }

  public int commands() {
    return commands;
  }

  public void blind(boolean now) {
    blind = now;
  }

  /** What happens at the very moment it is told to reboot. */
  public void whenCommanded(Runnable action) {
    whenCommanded = action;
  }
}
