package io.coxswain.api.trainer;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A search for optimal hyperparameters by TrainJobs that differ only in them. */
@Group("trainer.kubeflow.org")
@Version("v1alpha1")
@Kind("OptimizationJob")
@Plural("optimizationjobs")
@Required
public class OptimizationJob extends CustomObject<OptimizationJobSpec, OptimizationJobStatus>
    implements Namespaced {
  public OptimizationJob() {
    super(new OptimizationJobSpec());
  }
}
