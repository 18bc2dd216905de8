package io.coxswain.trainer.plugins.torch;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.NodeResources;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * torchtune: a job that asks for {@code tune run} gets the recipe and configuration that go with
 * the runtime's model, the size of the job and the kind of fine-tuning that its arguments ask for.
 */
final class TorchTune {
  private static final List<String> COMMAND = List.of("tune", "run");

  /** Paths in the runtime's command; the rest of the command is generated. */
  static final List<String> OF_THE_RUNTIME =
      List.of(
          "output_dir", "tokenizer.path", "checkpointer.checkpoint_dir", "tokenizer.merges_file");

  private TorchTune() {}

  static boolean isAskedFor(@Nullable Trainer trainer) {
    return trainer != null && COMMAND.equals(trainer.getCommand());
  }

  /** How a model is tuned. */
  record Recipe(String name, String suffix) {

    /**
     * @param processes a number, or "auto"
     */
    static Recipe of(TrainJob job, int nodes, String processes, int gpus) {
      List<String> args = args(job);
      boolean qlora = isTrue(args, "model.quantize_base") && !isTrue(args, "model.use_dora");
      boolean lora = args.stream().anyMatch(arg -> arg.contains("model.lora_attn_modules"));
      if (nodes == 1 && (processes.equals("1") || gpus == 1)) {
        return qlora
            ? new Recipe("lora_finetune_single_device", "_qlora_single_device")
            : lora
                ? new Recipe("lora_finetune_single_device", "_lora_single_device")
                : new Recipe("full_finetune_single_device", "_full_single_device");
      }
      if (nodes == 1 && qlora) {
        return new Recipe("lora_finetune_distributed", "_qlora");
      }
      if (nodes == 1 && lora) {
        return new Recipe("lora_finetune_distributed", "_lora");
      }
      return new Recipe("full_finetune_distributed", nodes > 1 ? "_full_multinode" : "_full");
    }
  }

  static List<String> command(RuntimeInfo info, TrainJob job, int nodes, String processes) {
    int gpus = NodeResources.of(info, job).gpus();
    Recipe recipe = Recipe.of(job, nodes, processes, gpus);
    var command = new ArrayList<>(COMMAND);
    if (nodes > 1 || (processes.equals("auto") ? gpus > 1 : Integer.parseInt(processes) > 1)) {
      String name = job.getMetadata().getName();
      command.add(
          "--rdzv_endpoint=%s-node-0-0.%s:%d".formatted(name, name, WellKnown.TRAINER_PORT));
    }
    command.add(recipe.name());
    command.add("--config");
    command.add(model(job) + recipe.suffix());
    info.trainer()
        .flatMap(pods -> pods.container(WellKnown.NODE))
        .map(Container::getCommand)
        .ifPresent(
            words ->
                words.stream()
                    .filter(word -> OF_THE_RUNTIME.contains(key(word)))
                    .forEach(command::add));
    return command;
  }

  /** The model by the runtime's name, such as {@code llama3_2/1B}; empty if it names none. */
  static String model(TrainJob job) {
    String[] parts = job.getSpec().getRuntimeRef().getName().split("-", -1);
    return parts.length == 3
        ? parts[1].replace('.', '_') + "/" + parts[2].toUpperCase(Locale.ROOT)
        : "";
  }

  static String key(String word) {
    int equals = word.indexOf('=');
    return equals < 0 ? word : word.substring(0, equals);
  }

  static List<String> args(TrainJob job) {
    Trainer trainer = job.getSpec().getTrainer();
    List<String> args = trainer == null ? null : trainer.getArgs();
    return args == null ? List.of() : args;
  }

  private static boolean isTrue(List<String> args, String name) {
    return args.stream()
        .filter(arg -> arg.contains("=") && key(arg).contains(name))
        .anyMatch(arg -> arg.substring(arg.indexOf('=') + 1).strip().equalsIgnoreCase("true"));
  }
}
