package io.coxswain.trainer.trainjob;

import io.coxswain.api.CustomObject;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.RuntimeRegistry.RuntimeKind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.Optional;

/**
 * What one pass has seen.
 *
 * @param kind the kind of runtime that the job refers to, if it is one of ours
 * @param snapshot the ConfigMap under the name that the job's snapshot has
 * @param live the runtime as it is now; looked for only when there is no snapshot
 * @param children what the plugins asked to see
 */
record Observed(
    TrainJob job,
    Optional<RuntimeKind> kind,
    Optional<ConfigMap> snapshot,
    Optional<CustomObject<TrainingRuntimeSpec, Void>> live,
    Children children) {}
