package io.coxswain.trainer.plugins.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.Initializer;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fine-tuning of language models on the shipped torchtune runtimes, as upstream's plugins Torch and
 * JobSet render it.
 */
class FineTuningTest {
  private static final String ENDPOINT = "--rdzv_endpoint=tune-node-0-0.tune:29500 ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          | | R full_finetune_distributed _full
          numProcPerNode: 4 | | R full_finetune_distributed _full
          numProcPerNode: 1 | | full_finetune_single_device _full_single_device
          resourcesPerNode: {limits: {nvidia.com/gpu: 1}} | | full_finetune_single_device _full_single_device
          resourcesPerNode: {limits: {nvidia.com/gpu: 8}} | | R full_finetune_distributed _full
          resourcesPerNode: {limits: {cpu: 4}} | | R full_finetune_distributed _full
          resourcesPerNode: {limits: {cpu: 1}} | | full_finetune_single_device _full_single_device
          numNodes: 2 | | R full_finetune_distributed _full_multinode
          | model.lora_attn_modules=[q_proj] | R lora_finetune_distributed _lora
          numProcPerNode: 1 | model.lora_attn_modules=[q_proj] | lora_finetune_single_device _lora_single_device
          | model.quantize_base=True | R lora_finetune_distributed _qlora
          numProcPerNode: 1 | model.quantize_base=true | lora_finetune_single_device _qlora_single_device
          numProcPerNode: 1 | model.quantize_base=False | full_finetune_single_device _full_single_device
          numProcPerNode: 1 | model.quantize_base=True;model.use_dora=True;model.lora_attn_modules=[q_proj] | lora_finetune_single_device _lora_single_device
          numNodes: 2 | model.lora_attn_modules=[q_proj] | R full_finetune_distributed _full_multinode
          """)
  void chooseTheRecipe(@Nullable String size, @Nullable String args, String expected) {
    for (String runtime :
        List.of("torchtune-llama3.2-1b", "torchtune-llama3.2-3b", "torchtune-qwen2.5-1.5b")) {
      String[] name = runtime.split("-");
      String model = name[1].replace('.', '_') + "/" + name[2].toUpperCase(Locale.ROOT);
      var own = new ArrayList<>(List.of("output_dir=/workspace/output"));
      own.add(
          name[1].startsWith("qwen")
              ? "tokenizer.path=/workspace/model/vocab.json"
              : "tokenizer.path=/workspace/model/original/tokenizer.model");
      if (name[1].startsWith("qwen")) {
        own.add("tokenizer.merges_file=/workspace/model/merges.txt");
      }
      own.add("checkpointer.checkpoint_dir=/workspace/model");

      assertThat(String.join(" ", Built.of(job(runtime, size, args)).node("node").getCommand()))
          .isEqualTo(
              "tune run "
                  + expected.replace("R ", ENDPOINT).replace(" _", " --config " + model + "_")
                  + " "
                  + String.join(" ", own));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"llama3.2-1b", "llama3.2-3b", "qwen2.5-1.5b"})
  void fetchDatasetAndModelFirst(String model) {
    TrainJob job = job("torchtune-" + model, null, null);
    job.getSpec()
        .setInitializer(
            Yaml.read(
                Initializer.class,
                """
                dataset:
                  storageUri: s3://corpus/train
                  env: [{name: REGION, value: north}, {name: STORAGE_URI, value: s3://other}]
                  secretRef: {name: corpus-keys}
                model:
                  storageUri: hf://own/model
                  secretRef: {name: hub-token}
                """));
    Built built = Built.of(job);

    assertThat(built.jobSet().getSpec().getReplicatedJobs())
        .extracting(replicated -> replicated.getName() + " " + replicated.getReplicas())
        .containsExactly("dataset-initializer 1", "model-initializer 1", "node 1");
    assertThat(Yaml.json(built.pod("dataset-initializer")))
        .isEqualTo(
            Yaml.tree(
                """
                containers:
                - name: dataset-initializer
                  image: ghcr.io/kubeflow/trainer/dataset-initializer
                  env:
                  - {name: STORAGE_URI, value: s3://other}
                  - {name: REGION, value: north}
                  envFrom: [{secretRef: {name: corpus-keys}}]
                  volumeMounts: [{name: initializer, mountPath: /workspace}]
                """));
    assertThat(Yaml.json(built.pod("model-initializer")))
        .isEqualTo(
            Yaml.tree(
                """
                containers:
                - name: model-initializer
                  image: ghcr.io/kubeflow/trainer/model-initializer
                  env: [{name: STORAGE_URI, value: hf://own/model}]
                  envFrom: [{secretRef: {name: hub-token}}]
                  volumeMounts: [{name: initializer, mountPath: /workspace}]
                """));
    assertThat(Yaml.json(built.replicated("node").getDependsOn()))
        .isEqualTo(
            Yaml.tree(
                """
                - {name: dataset-initializer, status: Complete}
                - {name: model-initializer, status: Complete}
                """));
    assertThat(built.env("node"))
        .startsWith("PET_NNODES=1", "PET_NPROC_PER_NODE=auto")
        .anyMatch(variable -> variable.startsWith("PET_NODE_RANK"))
        .hasSize(3);
  }

  @Test
  void initializersKeepTheRuntimesSourcesUnlessTheJobHasItsOwn() {
    Built built = Built.of(job("torchtune-llama3.2-1b", null, null));

    assertThat(built.pod("dataset-initializer").getContainers().getFirst().getEnv())
        .singleElement()
        .satisfies(env -> assertThat(env.getValue()).isEqualTo("hf://tatsu-lab/alpaca"));
    assertThat(built.pod("model-initializer").getContainers().getFirst().getEnv())
        .singleElement()
        .satisfies(
            env -> assertThat(env.getValue()).isEqualTo("hf://meta-llama/Llama-3.2-1B-Instruct"));
  }

  private static TrainJob job(String runtime, @Nullable String size, @Nullable String args) {
    String list = args == null ? "" : "\"" + args.replace(";", "\", \"") + "\"";
    return Built.job(
        "tune",
        runtime,
        "trainer:\n  command: [tune, run]\n  args: [%s]\n%s"
            .formatted(list, size == null ? "" : "  " + size + "\n"));
  }
}
