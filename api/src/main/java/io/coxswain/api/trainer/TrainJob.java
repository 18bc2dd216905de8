package io.coxswain.api.trainer;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.CrdRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A training job: a runtime, and the settings of this run. */
@Group("trainer.kubeflow.org")
@Version("v1alpha1")
@Kind("TrainJob")
@Plural("trainjobs")
@Column(name = "State", path = ".status.conditions[-1:].type")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
@CrdRule(
    value = "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
    message = "metadata.name must match RFC 1035 DNS label format")
@CrdRule(
    value = "size(self.metadata.name) <= 63",
    message = "metadata.name must be no more than 63 characters")
public class TrainJob extends CustomObject<TrainJobSpec, TrainJobStatus> implements Namespaced {
  public TrainJob() {
    super(new TrainJobSpec());
  }
}
