package io.coxswain.trainer.plugins;

import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.PodGroupPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a runtime may ask for and no plugin here can do. */
public final class Unsupported {
  private Unsupported() {}

  /** Says so, if the runtime, or the job with it, asks for any of it. */
  public static Optional<String> find(TrainJob job, TrainingRuntimeSpec runtime) {
    var asked = new ArrayList<String>();
    frameworks(runtime.getMlPolicy(), asked);
    schedulers(runtime.getPodGroupPolicy(), asked);
    if (asked.isEmpty() && isTorchTune(job, runtime)) {
      asked.add("the torchtune command \"tune run\"");
    }
    return asked.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "runtime \"%s\" asks for %s, which this controller does not support"
                .formatted(job.getSpec().getRuntimeRef().getName(), String.join(" and ", asked)));
  }

  private static void frameworks(@Nullable MLPolicy policy, List<String> asked) {
    if (policy != null) {
      addIf(policy.getMpi() != null, "mlPolicy.mpi", asked);
      addIf(policy.getJax() != null, "mlPolicy.jax", asked);
      addIf(policy.getXgboost() != null, "mlPolicy.xgboost", asked);
      addIf(policy.getFlux() != null, "mlPolicy.flux", asked);
    }
  }

  private static void schedulers(@Nullable PodGroupPolicy policy, List<String> asked) {
    if (policy != null) {
      addIf(policy.getCoscheduling() != null, "podGroupPolicy.coscheduling", asked);
      addIf(policy.getVolcano() != null, "podGroupPolicy.volcano", asked);
    }
  }

  /** With torch, this very command stands for one that upstream makes up from the runtime. */
  private static boolean isTorchTune(TrainJob job, TrainingRuntimeSpec runtime) {
    Trainer trainer = job.getSpec().getTrainer();
    return runtime.getMlPolicy() != null
        && runtime.getMlPolicy().getTorch() != null
        && trainer != null
        && List.of("tune", "run").equals(trainer.getCommand());
  }

  private static void addIf(boolean condition, String what, List<String> asked) {
    if (condition) {
      asked.add(what);
    }
  }
}
