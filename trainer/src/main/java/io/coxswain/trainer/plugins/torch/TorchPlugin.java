package io.coxswain.trainer.plugins.torch;

import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TorchEnvInjectionTarget;
import io.coxswain.api.trainer.TorchMLPolicySource;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.CustomValidation;
import io.coxswain.trainer.framework.EnforceMLPolicy;
import io.coxswain.trainer.framework.NodeResources;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sets up torchrun where the runtime's policy is torch. */
public final class TorchPlugin implements EnforceMLPolicy, CustomValidation {

  @Override
  public String name() {
    return "Torch";
  }

  @Override
  public void enforceMLPolicy(RuntimeInfo info, TrainJob job) {
    Optional<TorchMLPolicySource> torch = info.mlPolicy().map(MLPolicy::getTorch);
    if (torch.isEmpty()) {
      return;
    }
    info.scale(job);
    Trainer trainer = job.getSpec().getTrainer();
    String processes = processes(info, job);
    int nodes = info.trainer().map(PodSet::count).orElse(1);
    TorchEnv env = TorchEnv.of(job, nodes, processes);
    if (trainer != null) {
      info.trainer()
          .flatMap(pods -> pods.container(WellKnown.NODE))
          .ifPresent(node -> setUp(node, trainer, env));
      if (TorchTune.isAskedFor(trainer)) {
        info.replaceCommand(TorchTune.command(info, job, nodes, processes), true);
      }
    }
    targets(torch).forEach(target -> inject(info, target, env));
  }

  /** A number, or "auto" to let torchrun count the GPUs. */
  private static String processes(RuntimeInfo info, TrainJob job) {
    Trainer trainer = job.getSpec().getTrainer();
    if (trainer != null && trainer.getNumProcPerNode() != null) {
      return String.valueOf(trainer.getNumProcPerNode());
    }
    NodeResources each = NodeResources.of(info, job);
    return each.gpus() > 0 ? "auto" : String.valueOf(Math.max(1, each.cpus()));
  }

  private static void setUp(Container node, Trainer trainer, TorchEnv env) {
    Upsert.userEnv(node, trainer.getEnv());
    (TorchTune.isAskedFor(trainer) ? env.withoutMaster() : env).into(node);
    Upsert.trainerPort(node);
  }

  private static void inject(RuntimeInfo info, TorchEnvInjectionTarget target, TorchEnv env) {
    for (String container : target.getContainerNames()) {
      env.into(
          find(info, target.getJobName(), container)
              .orElseThrow(() -> new BuildException(notFound(target.getJobName(), container))));
    }
  }

  @Override
  public List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    Optional<TorchMLPolicySource> torch = info.mlPolicy().map(MLPolicy::getTorch);
    var errors = new ArrayList<FieldError>();
    if (torch.isPresent()) {
      targets(torch).forEach(target -> checkTarget(info, target, errors));
      checkEnv(job.getSpec().getTrainer(), errors);
      if (TorchTune.isAskedFor(job.getSpec().getTrainer())) {
        TorchTuneValidation.validate(info, job, processes(info, job), errors);
      }
    }
    return errors;
  }

  private static void checkTarget(
      RuntimeInfo info, TorchEnvInjectionTarget target, List<FieldError> errors) {
    for (String container : target.getContainerNames()) {
      if (find(info, target.getJobName(), container).isEmpty()) {
        errors.add(
            FieldError.invalid(
                "spec.runtimeRef", target, notFound(target.getJobName(), container)));
      }
    }
  }

  private static void checkEnv(@Nullable Trainer trainer, List<FieldError> errors) {
    if (trainer == null) {
      return;
    }
    List<String> reserved =
        trainer.getEnv().stream()
            .map(EnvVar::getName)
            .filter(TorchEnv.NAMES::contains)
            .sorted()
            .toList();
    if (!reserved.isEmpty()) {
      errors.add(
          FieldError.invalid(
              "spec.trainer.env",
              trainer.getEnv(),
              "must not have reserved envs, invalid envs configured: ["
                  + String.join(" ", reserved)
                  + "]"));
    }
  }

  private static Stream<TorchEnvInjectionTarget> targets(Optional<TorchMLPolicySource> torch) {
    return torch
        .flatMap(t -> Optional.ofNullable(t.getEnvInjection()))
        .map(i -> i.getTargets().stream())
        .orElseGet(Stream::empty);
  }

  private static Optional<Container> find(RuntimeInfo info, String job, String container) {
    return info.podSet(job)
        .flatMap(pods -> pods.container(container).or(() -> pods.initContainer(container)));
  }

  private static String notFound(String job, String container) {
    return "envInjection target podSet \"%s\" container \"%s\" not found in runtime template"
        .formatted(job, container);
  }
}
