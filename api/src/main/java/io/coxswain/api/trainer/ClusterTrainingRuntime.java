package io.coxswain.api.trainer;

import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A template for training jobs of one framework, for all namespaces. */
@Group("trainer.kubeflow.org")
@Version("v1alpha1")
@Kind("ClusterTrainingRuntime")
@Plural("clustertrainingruntimes")
public class ClusterTrainingRuntime extends CustomObject<TrainingRuntimeSpec, Void> {
  public ClusterTrainingRuntime() {
    super(new TrainingRuntimeSpec());
  }
}
