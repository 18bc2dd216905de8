package io.coxswain.api.trainer;

import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A template for training jobs of one framework, for its own namespace. */
@Group("trainer.kubeflow.org")
@Version("v1alpha1")
@Kind("TrainingRuntime")
@Plural("trainingruntimes")
public class TrainingRuntime extends CustomObject<TrainingRuntimeSpec, Void> implements Namespaced {
  public TrainingRuntime() {
    super(new TrainingRuntimeSpec());
  }
}
