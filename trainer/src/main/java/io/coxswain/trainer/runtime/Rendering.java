package io.coxswain.trainer.runtime;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.Framework;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** What a job becomes: the objects that are applied for it, in the order in which they are. */
public final class Rendering {
  private Rendering() {}

  /**
   * Pure: the same job, runtime and children always give the same objects.
   *
   * @param seen the objects of the job that exist already; none for "what would this become"
   */
  public static List<HasMetadata> render(
      Framework framework, TrainJob job, TrainingRuntimeSpec runtime, Children seen) {
    return framework.build(RuntimeMerge.merge(job, runtime), job, seen);
  }
}
