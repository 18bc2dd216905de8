package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import java.util.Optional;

/**
 * Computes the status of a job from the objects that were built for it. At most one plugin does.
 */
public interface TrainJobStatusPlugin extends Plugin {

  /** The complete new status, or empty if there is nothing to derive it from. */
  Optional<TrainJobStatus> status(TrainJob job, Children seen);
}
