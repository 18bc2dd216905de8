package io.coxswain.trainer.trainingruntime;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.ActionRecorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Removes the finalizer of old versions from a runtime, and warns about a deprecated one. */
final class TrainingRuntimeReconciler<T extends HasMetadata> implements Reconciler<ObjectKey> {
  private final Client client;
  private final ActionRecorder recorder;
  private final Class<T> type;

  TrainingRuntimeReconciler(Client client, ActionRecorder recorder, Class<T> type) {
    this.client = client;
    this.recorder = recorder;
    this.type = type;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<T> runtime = client.get(type, key);
    if (runtime.isPresent()) {
      client.patch(runtime.get(), TrainingRuntimeReconciler::release);
      if (TrainingRuntimeValidation.isDeprecated(runtime.get())) {
        recorder.warning(runtime.get(), "Deprecated", "Reconciling", "This runtime is deprecated");
      }
    }
    return Outcome.done();
  }

  private static void release(HasMetadata runtime) {
    List<String> finalizers = new ArrayList<>(runtime.getMetadata().getFinalizers());
    if (finalizers.remove(WellKnown.LEGACY_FINALIZER)) {
      runtime.getMetadata().setFinalizers(finalizers);
    }
  }
}
