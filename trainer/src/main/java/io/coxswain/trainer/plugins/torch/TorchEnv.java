package io.coxswain.trainer.plugins.torch;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.Upsert;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.List;

/** The variables of torchrun, with the values that the nodes of one job get. */
record TorchEnv(List<EnvVar> variables) {
  static final List<String> NAMES =
      List.of(
          "PET_NNODES",
          "PET_NPROC_PER_NODE",
          "PET_NODE_RANK",
          "PET_MASTER_ADDR",
          "PET_MASTER_PORT");

  /** The master is always pod 0 of replicated job "node", under the service of the job's name. */
  static TorchEnv of(TrainJob job, int nodes, String processes) {
    String name = job.getMetadata().getName();
    return new TorchEnv(
        List.of(
            value("PET_NNODES", String.valueOf(nodes)),
            value("PET_NPROC_PER_NODE", processes),
            new EnvVarBuilder()
                .withName("PET_NODE_RANK")
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath(WellKnown.COMPLETION_INDEX_FIELD)
                .endFieldRef()
                .endValueFrom()
                .build(),
            value("PET_MASTER_ADDR", "%s-node-0-0.%s".formatted(name, name)),
            value("PET_MASTER_PORT", String.valueOf(WellKnown.TRAINER_PORT))));
  }

  void into(Container container) {
    variables.forEach(v -> Upsert.env(container, v));
  }

  /** Everything except the master address, which torchtune gets in its command. */
  TorchEnv withoutMaster() {
    return new TorchEnv(
        variables.stream().filter(v -> !v.getName().startsWith("PET_MASTER_")).toList());
  }

  private static EnvVar value(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }
}
