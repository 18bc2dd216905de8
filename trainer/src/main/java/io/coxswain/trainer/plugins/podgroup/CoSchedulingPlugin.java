package io.coxswain.trainer.plugins.podgroup;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.scheduling.CoschedulingPodGroup;
import io.coxswain.api.scheduling.CoschedulingPodGroupSpec;
import io.coxswain.api.trainer.CoschedulingPodGroupPolicySource;
import io.coxswain.api.trainer.PodGroupPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.ComponentBuilder;
import io.coxswain.trainer.framework.EnforcePodGroupPolicy;
import io.coxswain.trainer.framework.ReadExtension;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.WatchExtension;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gangs of the scheduler plugins project. */
public final class CoSchedulingPlugin
    implements EnforcePodGroupPolicy, ReadExtension, WatchExtension, ComponentBuilder {
  private static final String LABEL = "scheduling.x-k8s.io/pod-group";

  @Override
  public String name() {
    return "CoScheduling";
  }

  @Override
  public void enforcePodGroupPolicy(RuntimeInfo info, TrainJob job) {
    if (policy(info.runtime()).isPresent()) {
      info.podLabels().put(LABEL, job.getMetadata().getName());
    }
  }

  @Override
  public List<Wanted<?>> reads(TrainJob job, TrainingRuntimeSpec runtime) {
    return policy(runtime).isEmpty()
        ? List.of()
        : List.of(new Wanted<>(CoschedulingPodGroup.class, ObjectKey.of(job)));
  }

  /**
   * What a suspended job's pods will need may depend on limit ranges and runtime classes; these
   * watches serve Volcano too.
   */
  @Override
  public void watch(ControllerBuilder<ObjectKey> trainJobs) {
    trainJobs
        .watchIfPresent(CoschedulingPodGroup.class, watch -> watch.controllerOf(TrainJob.class))
        .watch(
            LimitRange.class,
            watch ->
                watch.mapTo(
                    (range, client) -> suspended(client, range.getMetadata().getNamespace())))
        .watch(RuntimeClass.class, watch -> watch.mapTo((any, client) -> suspended(client, null)));
  }

  private static List<ObjectKey> suspended(Reader client, @Nullable String namespace)
      throws ApiException {
    var jobs = client.list(TrainJob.class);
    return (namespace == null ? jobs : jobs.in(namespace))
        .toList().stream()
            .filter(job -> Boolean.TRUE.equals(job.getSpec().getSuspend()))
            .map(ObjectKey::of)
            .toList();
  }

  @Override
  public List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen) {
    Optional<CoschedulingPodGroupPolicySource> policy = policy(info.runtime());
    if (policy.isEmpty() || !Gang.isToBeBuilt(CoschedulingPodGroup.class, job, seen)) {
      return List.of();
    }
    Gang gang = Gang.of(info);
    var spec = new CoschedulingPodGroupSpec();
    spec.setMinMember(gang.members());
    spec.setMinResources(gang.resources());
    spec.setScheduleTimeoutSeconds(policy.get().getScheduleTimeoutSeconds());
    var group = new CoschedulingPodGroup();
    group.setMetadata(Gang.metadata(job));
    group.setSpec(spec);
    return List.of(group);
  }

  private static Optional<CoschedulingPodGroupPolicySource> policy(TrainingRuntimeSpec runtime) {
    return Optional.ofNullable(runtime.getPodGroupPolicy()).map(PodGroupPolicy::getCoscheduling);
  }
}
