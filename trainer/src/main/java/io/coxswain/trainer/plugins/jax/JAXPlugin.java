package io.coxswain.trainer.plugins.jax;

import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.EnforceMLPolicy;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;
import io.fabric8.kubernetes.api.model.Container;

/** Sets up JAX where the runtime's policy is jax. A value of the job takes precedence. */
public final class JAXPlugin implements EnforceMLPolicy {

  @Override
  public String name() {
    return "JAX";
  }

  @Override
  public void enforceMLPolicy(RuntimeInfo info, TrainJob job) {
    if (info.mlPolicy().map(MLPolicy::getJax).isEmpty()) {
      return;
    }
    info.scale(job);
    if (job.getSpec().getTrainer() != null) {
      int processes = info.trainer().map(PodSet::count).orElse(1);
      info.trainer()
          .flatMap(nodes -> nodes.container(WellKnown.NODE))
          .ifPresent(node -> setUp(node, job, processes));
    }
  }

  private static void setUp(Container node, TrainJob job, int processes) {
    String name = job.getMetadata().getName();
    Upsert.env(node, "JAX_NUM_PROCESSES", String.valueOf(processes));
    Upsert.index(node, "JAX_PROCESS_ID");
    Upsert.env(
        node,
        "JAX_COORDINATOR_ADDRESS",
        "%s-node-0-0.%s:%d".formatted(name, name, WellKnown.TRAINER_PORT));
    Upsert.trainerPort(node);
  }
}
