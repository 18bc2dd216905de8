package io.coxswain.node.simulated;

import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Drops all events, for simulations that only look at statuses. */
final class SilentRecorder implements Recorder {
  @Override
  public void normal(HasMetadata about, String reason, String message, Object... values) {}

  @Override
  public void warning(HasMetadata about, String reason, String message, Object... values) {}
}
