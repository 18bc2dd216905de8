package io.coxswain.trainer.plugins.podgroup;

import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.scheduling.VolcanoPodGroup;
import io.coxswain.api.scheduling.VolcanoPodGroupSpec;
import io.coxswain.api.trainer.PodGroupPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.VolcanoPodGroupPolicySource;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.ComponentBuilder;
import io.coxswain.trainer.framework.CustomValidation;
import io.coxswain.trainer.framework.EnforcePodGroupPolicy;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.ReadExtension;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.WatchExtension;
import io.coxswain.trainer.runtime.RuntimeMerge;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gangs of Volcano. */
public final class VolcanoPlugin
    implements EnforcePodGroupPolicy,
        CustomValidation,
        ReadExtension,
        WatchExtension,
        ComponentBuilder {
  private static final String ANNOTATION = "scheduling.k8s.io/group-name";
  private static final String QUEUE = "scheduling.volcano.sh/queue-name";

  /** Every cluster has these. */
  private static final List<String> BUILT_IN =
      List.of("system-cluster-critical", "system-node-critical");

  @Override
  public String name() {
    return "Volcano";
  }

  @Override
  public void enforcePodGroupPolicy(RuntimeInfo info, TrainJob job) {
    if (policy(info.runtime()).isPresent()) {
      info.podAnnotations().put(ANNOTATION, job.getMetadata().getName());
    }
  }

  @Override
  public List<Wanted<?>> readsToJudge(TrainJob job, TrainingRuntimeSpec runtime) {
    var wanted = new ArrayList<Wanted<?>>();
    if (policy(runtime).isPresent()) {
      for (String priority : priorities(RuntimeMerge.merge(job, runtime))) {
        wanted.add(new Wanted<>(PriorityClass.class, ObjectKey.of(priority)));
      }
    }
    return wanted;
  }

  @Override
  public List<Wanted<?>> reads(TrainJob job, TrainingRuntimeSpec runtime) {
    return policy(runtime).isEmpty()
        ? List.of()
        : List.of(new Wanted<>(VolcanoPodGroup.class, ObjectKey.of(job)));
  }

  @Override
  public void watch(ControllerBuilder<ObjectKey> trainJobs) {
    trainJobs.watchIfPresent(VolcanoPodGroup.class, watch -> watch.controllerOf(TrainJob.class));
  }

  @Override
  public List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen) {
    Optional<VolcanoPodGroupPolicySource> policy = policy(info.runtime());
    if (policy.isEmpty() || !Gang.isToBeBuilt(VolcanoPodGroup.class, job, seen)) {
      return List.of();
    }
    Gang gang = Gang.of(info);
    var spec = new VolcanoPodGroupSpec();
    spec.setMinMember(gang.members());
    spec.setMinResources(gang.resources());
    spec.setQueue(info.annotations().get(QUEUE));
    List<String> priorities = priorities(info);
    spec.setPriorityClassName(priorities.isEmpty() ? null : priorities.getLast());
    spec.setNetworkTopology(policy.get().getNetworkTopology());
    var group = new VolcanoPodGroup();
    group.setMetadata(Gang.metadata(job));
    group.setSpec(spec);
    return List.of(group);
  }

  @Override
  public List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    var errors = new ArrayList<FieldError>();
    if (policy(info.runtime()).isEmpty()) {
      return errors;
    }
    if ("".equals(info.annotations().get(QUEUE))) {
      errors.add(
          FieldError.invalid(
              "spec.annotations[" + QUEUE + "]", "", "Volcano queue name must not be empty"));
    }
    for (String priority : priorities(info)) {
      if (!BUILT_IN.contains(priority)
          && seen.find(PriorityClass.class, ObjectKey.of(priority)).isEmpty()) {
        errors.add(
            FieldError.invalid(
                "spec.templateSpec.priorityClassName",
                priority,
                "PriorityClass \"%s\" doesn't exist: priorityclasses.scheduling.k8s.io \"%s\" not found"
                    .formatted(priority, priority)));
      }
    }
    return errors;
  }

  private static List<String> priorities(RuntimeInfo info) {
    return info.podSets().stream()
        .map(PodSet::podSpec)
        .map(pod -> Optional.ofNullable(pod.getPriorityClassName()).orElse(""))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private static Optional<VolcanoPodGroupPolicySource> policy(TrainingRuntimeSpec runtime) {
    return Optional.ofNullable(runtime.getPodGroupPolicy()).map(PodGroupPolicy::getVolcano);
  }
}
