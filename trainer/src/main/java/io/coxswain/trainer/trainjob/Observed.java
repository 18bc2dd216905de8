package io.coxswain.trainer.trainjob;

import io.coxswain.api.CustomObject;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.RuntimeRegistry.RuntimeKind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.Optional;

/**
 * The observed state of one reconcile.
 *
 * @param kind the kind of runtime that the job refers to, if it is one of ours
 * @param snapshot the ConfigMap with the name of the job's snapshot
 * @param live the current runtime; read only without a snapshot
 * @param children the objects that the plugins declared
 */
record Observed(
    TrainJob job,
    Optional<RuntimeKind> kind,
    Optional<ConfigMap> snapshot,
    Optional<CustomObject<TrainingRuntimeSpec, Void>> live,
    Children children) {}
