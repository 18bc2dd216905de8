package io.coxswain.jobset.agent;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * With which exit code the agent ends. The first reason to end decides; later ones do not count.
 */
final class ExitDecision {
  private final Bell bell;
  private final AtomicReference<@Nullable Integer> code = new AtomicReference<>();

  ExitDecision(Bell bell) {
    this.bell = bell;
  }

  void with(int exitCode) {
    if (code.compareAndSet(null, exitCode)) {
      bell.ring();
    }
  }

  boolean isSettled() {
    return code.get() != null;
  }

  /** Waits until there is a reason to end. */
  int await() throws CancelledException {
    while (true) {
      long seen = bell.rings();
      Integer settled = code.get();
      if (settled != null) {
        return settled;
      }
      bell.await(seen);
    }
  }
}
