package io.coxswain.trainer.plugins.plainml;

import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.EnforceMLPolicy;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;

/**
 * The job's number of nodes and variables. Runs unless torch, MPI or JAX does; so also for XGBoost
 * and Flux, and where the runtime has no policy at all.
 */
public final class PlainMLPlugin implements EnforceMLPolicy {

  @Override
  public String name() {
    return "PlainML";
  }

  @Override
  public void enforceMLPolicy(RuntimeInfo info, TrainJob job) {
    Trainer trainer = job.getSpec().getTrainer();
    if (trainer == null || info.mlPolicy().filter(PlainMLPlugin::isForOthers).isPresent()) {
      return;
    }
    info.scale(job);
    info.trainer()
        .flatMap(nodes -> nodes.container(WellKnown.NODE))
        .ifPresent(node -> Upsert.userEnv(node, trainer.getEnv()));
  }

  private static boolean isForOthers(MLPolicy policy) {
    return policy.getTorch() != null || policy.getMpi() != null || policy.getJax() != null;
  }
}
