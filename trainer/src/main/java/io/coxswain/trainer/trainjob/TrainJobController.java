package io.coxswain.trainer.trainjob;

import io.coxswain.api.ApiException;
import io.coxswain.api.CustomObject;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.runtime.RuntimeRegistry;
import java.util.Collection;
import java.util.List;

/** Wires the TrainJob controller: what it watches, and under which names. */
public final class TrainJobController {
  private static final String NAME = "trainjob_controller";
  private static final String RECORDER = "trainer-trainjob-controller";

  /** Jobs by the runtime they refer to, as {@code <Kind>.<group>/<name>}. */
  private static final String BY_RUNTIME = "spec.runtimeRef";

  private TrainJobController() {}

  public static void register(Manager manager, Framework framework) {
    manager.index(
        TrainJob.class,
        BY_RUNTIME,
        job ->
            List.of(
                RuntimeRegistry.key(job.getSpec().getRuntimeRef())
                    + "/"
                    + job.getSpec().getRuntimeRef().getName()));
    ControllerBuilder<ObjectKey> builder =
        manager
            .controller(NAME)
            .kind(TrainJob.class)
            .sharded(ObjectKey::namespace)
            .watch(TrainJob.class, watch -> watch.observe(framework::changed).self());
    wakeBy(TrainingRuntime.class, builder);
    wakeBy(ClusterTrainingRuntime.class, builder);
    framework.watch(builder);
    builder.reconcile(
        new TrainJobReconciler(manager.client(), manager.actionRecorder(RECORDER), framework));
  }

  /**
   * Jobs that were created before their runtime, or were rejected because of it, need not wait for
   * their next retry. Others have their snapshot and are not affected.
   */
  private static <T extends CustomObject<TrainingRuntimeSpec, Void>> void wakeBy(
      Class<T> type, ControllerBuilder<ObjectKey> builder) {
    builder.watch(
        type,
        watch ->
            watch
                .mapTo(TrainJobController::jobsOf)
                .when(
                    e ->
                        e instanceof Event.Updated<T>
                            || (e instanceof Event.Created<T> created && !created.initial())));
  }

  private static boolean isWaiting(TrainJob job) {
    return job.getStatus() == null || job.getStatus().getJobsStatus().isEmpty();
  }

  private static Collection<ObjectKey> jobsOf(
      CustomObject<TrainingRuntimeSpec, Void> runtime, Reader client) throws ApiException {
    String group = runtime.getApiVersion().substring(0, runtime.getApiVersion().indexOf('/'));
    String name = runtime.getKind() + "." + group + "/" + runtime.getMetadata().getName();
    var jobs = client.list(TrainJob.class).by(BY_RUNTIME, name);
    return (runtime instanceof TrainingRuntime
            ? jobs.in(runtime.getMetadata().getNamespace())
            : jobs)
        .toList().stream().filter(TrainJobController::isWaiting).map(ObjectKey::of).toList();
  }
}
