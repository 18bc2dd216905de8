package io.coxswain.trainer.plugins.jobset;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.Initializer;
import io.coxswain.api.trainer.StorageInitializer;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;
import io.coxswain.trainer.runtime.RuntimeMerge;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The merged template with the job's settings for its steps, as an object to apply. */
final class JobSetBuild {
  private static final String STORAGE_URI = "STORAGE_URI";

  private JobSetBuild() {}

  static JobSet build(RuntimeInfo info, TrainJob job) {
    for (PodSet pods : info.podSets()) {
      initializers(pods, job.getSpec().getInitializer());
      trainer(pods, job.getSpec().getTrainer(), info);
      forScheduler(pods, info);
    }
    var jobSet = new JobSet();
    jobSet.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(job.getMetadata().getNamespace())
            .withName(job.getMetadata().getName())
            .withLabels(info.labels().isEmpty() ? null : info.labels())
            .withAnnotations(info.annotations().isEmpty() ? null : info.annotations())
            .withOwnerReferences(Owners.controlledBy(job))
            .build());
    jobSet.setSpec(info.template());
    jobSet.getSpec().setSuspend(Boolean.TRUE.equals(job.getSpec().getSuspend()));
    return jobSet;
  }

  private static void initializers(PodSet pods, @Nullable Initializer initializer) {
    if (pods.is(WellKnown.DATASET_INITIALIZER)) {
      initialize(
          pods,
          WellKnown.DATASET_INITIALIZER,
          initializer == null ? null : initializer.getDataset());
    }
    if (pods.is(WellKnown.MODEL_INITIALIZER)) {
      initialize(
          pods, WellKnown.MODEL_INITIALIZER, initializer == null ? null : initializer.getModel());
    }
  }

  private static void initialize(PodSet pods, String step, @Nullable StorageInitializer from) {
    pods.job().setReplicas(1);
    if (from != null) {
      pods.container(step).ifPresent(container -> initialize(container, from));
    }
  }

  private static void initialize(Container container, StorageInitializer from) {
    if (from.getStorageUri() != null) {
      Upsert.env(container, STORAGE_URI, from.getStorageUri());
    }
    Upsert.userEnv(container, from.getEnv());
    if (from.getSecretRef() != null) {
      container
          .getEnvFrom()
          .add(
              new EnvFromSourceBuilder()
                  .withNewSecretRef()
                  .withName(from.getSecretRef().getName())
                  .endSecretRef()
                  .build());
    }
  }

  /** The job's variables come last, so that they override whatever was injected before. */
  private static void trainer(PodSet pods, @Nullable Trainer trainer, RuntimeInfo info) {
    boolean trains = pods.is(WellKnown.ANCESTOR_TRAINER);
    if (trains) {
      pods.job().setReplicas(1);
    }
    Optional<Container> node = pods.container(WellKnown.NODE);
    if (trainer == null || node.isEmpty()) {
      return;
    }
    if (trains) {
      train(node.get(), trainer, info);
    }
    if (trains || (pods.name().equals(WellKnown.NODE) && RuntimeMerge.launcherIsNode(info))) {
      Upsert.userEnv(node.get(), trainer.getEnv());
    }
  }

  private static void train(Container node, Trainer trainer, RuntimeInfo info) {
    if (trainer.getImage() != null) {
      node.setImage(trainer.getImage());
    }
    info.command().or(() -> Optional.ofNullable(trainer.getCommand())).ifPresent(node::setCommand);
    if (trainer.getArgs() != null && !info.dropsArgs()) {
      node.setArgs(trainer.getArgs());
    }
  }

  private static void forScheduler(PodSet pods, RuntimeInfo info) {
    if (info.podLabels().isEmpty() && info.podAnnotations().isEmpty()) {
      return;
    }
    ObjectMeta metadata = pods.podTemplate().getMetadata();
    if (metadata == null) {
      metadata = new ObjectMeta();
      pods.podTemplate().setMetadata(metadata);
    }
    metadata.setLabels(joined(metadata.getLabels(), info.podLabels()));
    metadata.setAnnotations(joined(metadata.getAnnotations(), info.podAnnotations()));
  }

  private static Map<String, String> joined(
      @Nullable Map<String, String> own, Map<String, String> more) {
    var joined = new TreeMap<String, String>();
    if (own != null) {
      joined.putAll(own);
    }
    joined.putAll(more);
    return joined;
  }
}
