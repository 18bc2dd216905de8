package io.coxswain.trainer.framework;

import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.TrainJob;
import java.util.List;
import java.util.Optional;

/** Validates a job together with its runtime. */
public interface CustomValidation extends Plugin {

  /**
   * All errors.
   *
   * @param info the job merged with its runtime, before any phase of building
   * @param old the job before the change; absent when it is new
   */
  List<FieldError> validate(RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen);
}
