package io.coxswain.trainer.plugins.torch;

import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.trainer.framework.NodeResources;
import io.coxswain.trainer.framework.RuntimeInfo;
import java.util.List;
import java.util.Objects;

/** What torchtune cannot do, or not with this model. */
final class TorchTuneValidation {
  private static final List<String> MODELS =
      List.of("llama3_2/1B", "llama3_2/3B", "llama3_3/70B", "qwen2_5/1.5B");

  private TorchTuneValidation() {}

  /** Uses the number of nodes in the job; that of its runtime is ignored here. */
  static void validate(RuntimeInfo info, TrainJob job, String processes, List<FieldError> errors) {
    String model = TorchTune.model(job);
    String runtime = job.getSpec().getRuntimeRef().getName();
    Trainer trainer = Objects.requireNonNull(job.getSpec().getTrainer());
    int nodes = trainer.getNumNodes() == null ? 1 : trainer.getNumNodes();
    int gpus = NodeResources.of(info, job).gpus();
    if (!MODELS.contains(model)) {
      errors.add(
          FieldError.invalid(
              "spec.runtimeRef.name",
              runtime,
              "must have a supported pretrained model, invalid model configured: " + model));
    }
    if (nodes > 1 && !model.equals("llama3_3/70B")) {
      errors.add(
          FieldError.invalid("spec.trainer.numNodes", nodes, "must be 1 for " + model + " model"));
    }
    TorchTune.Recipe recipe = TorchTune.Recipe.of(job, nodes, processes, gpus);
    if (recipe.suffix().contains("_qlora") && model.startsWith("qwen")) {
      errors.add(
          FieldError.invalid(
              "spec.runtimeRef.name", runtime, "QLoRA is not supported for " + model + " model"));
    }
    if (recipe.suffix().equals("_qlora") && model.startsWith("llama3_2/")) {
      distributedQlora(trainer, model, processes, gpus, errors);
    }
    if (nodes > 1
        && TorchTune.args(job).stream().anyMatch(a -> a.contains("model.lora_attn_modules"))) {
      errors.add(
          FieldError.invalid(
              "spec.trainer.numNodes",
              nodes,
              "LoRA fine-tuning is not supported for multi-node training in TorchTune"));
    }
    List<String> args = TorchTune.args(job);
    for (int i = 0; i < args.size(); i++) {
      String key = TorchTune.key(args.get(i));
      if (TorchTune.OF_THE_RUNTIME.contains(key)) {
        errors.add(
            FieldError.invalid(
                "spec.trainer.args[" + i + "]",
                args.get(i),
                "must not set immutable config \"%s\" in trainer args; it is managed by the runtime"
                    .formatted(key)));
      }
    }
  }

  private static void distributedQlora(
      Trainer trainer, String model, String processes, int gpus, List<FieldError> errors) {
    String end = " for " + model + " model when using QLoRA";
    if (!processes.equals("auto") && !processes.equals("1")) {
      errors.add(
          FieldError.invalid(
              "spec.trainer.numProcPerNode",
              trainer.getNumProcPerNode(),
              "must be auto or 1" + end));
    }
    if (gpus != 1) {
      errors.add(
          FieldError.invalid(
              "spec.trainer.resourcesPerNode",
              trainer.getResourcesPerNode(),
              "must have gpu resource with value 1" + end));
    }
  }
}
