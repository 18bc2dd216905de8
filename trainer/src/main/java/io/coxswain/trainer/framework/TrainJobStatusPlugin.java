package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import java.util.Optional;

/** Tells how far a job is from the objects that were built for it. At most one plugin does. */
public interface TrainJobStatusPlugin extends Plugin {

  /** The whole new status, or nothing when there is nothing to tell it from. */
  Optional<TrainJobStatus> status(TrainJob job, Children seen);
}
