package io.coxswain.trainer.framework;

import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Event;
import io.coxswain.trainer.framework.ReadExtension.Wanted;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Calls the plugins, always in the order in which they were given. */
public final class Framework {
  private final List<Plugin> plugins;

  /**
   * @throws IllegalArgumentException if more than one plugin reports the status
   */
  public Framework(List<Plugin> plugins) {
    this.plugins = List.copyOf(plugins);
    if (at(TrainJobStatusPlugin.class).count() > 1) {
      throw new IllegalArgumentException("too many TrainJobStatus plugins are registered");
    }
  }

  /** The validation errors of all plugins. */
  public List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    var errors = new ArrayList<FieldError>();
    at(CustomValidation.class).forEach(p -> errors.addAll(p.validate(info, old, job, seen)));
    return errors;
  }

  /** The five phases of building, in order. */
  public List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen) {
    at(EnforceMLPolicy.class).forEach(p -> p.enforceMLPolicy(info, job));
    at(EnforcePodGroupPolicy.class).forEach(p -> p.enforcePodGroupPolicy(info, job));
    at(EnforcePodSpec.class).forEach(p -> p.enforcePodSpec(info, job));
    at(PreComponentBuilder.class).forEach(p -> p.preBuildSync(info, job));
    var objects = new ArrayList<HasMetadata>();
    at(ComponentBuilder.class).forEach(p -> objects.addAll(p.build(info, job, seen)));
    return objects;
  }

  /** The status from the plugin that provides it. */
  public Optional<TrainJobStatus> status(TrainJob job, Children seen) {
    return at(TrainJobStatusPlugin.class).findFirst().flatMap(p -> p.status(job, seen));
  }

  /** The objects that plugins must read. */
  public List<Wanted<?>> reads(TrainJob job) {
    var wanted = new ArrayList<Wanted<?>>();
    at(ReadExtension.class).flatMap(p -> p.reads(job).stream()).distinct().forEach(wanted::add);
    return wanted;
  }

  /** The objects that plugins must read to build the job from the runtime. */
  public List<Wanted<?>> reads(TrainJob job, TrainingRuntimeSpec runtime) {
    var wanted = new ArrayList<Wanted<?>>();
    at(ReadExtension.class)
        .flatMap(
            p ->
                Stream.concat(
                    p.readsToJudge(job, runtime).stream(), p.reads(job, runtime).stream()))
        .distinct()
        .forEach(wanted::add);
    return wanted;
  }

  /** Everything that some plugin must read to validate the job on the runtime. */
  public List<Wanted<?>> readsToJudge(TrainJob job, TrainingRuntimeSpec runtime) {
    var wanted = new ArrayList<>(reads(job));
    at(ReadExtension.class)
        .flatMap(p -> p.readsToJudge(job, runtime).stream())
        .distinct()
        .forEach(wanted::add);
    return wanted;
  }

  /** Notifies plugins that a job was created, changed or deleted. */
  public void changed(Event<TrainJob> event) {
    at(TrainJobWatcher.class).forEach(p -> p.changed(event));
  }

  public void watch(ControllerBuilder<ObjectKey> trainJobs) {
    at(WatchExtension.class).forEach(p -> p.watch(trainJobs));
  }

  private <T> Stream<T> at(Class<T> extensionPoint) {
    return plugins.stream().filter(extensionPoint::isInstance).map(extensionPoint::cast);
  }
}
