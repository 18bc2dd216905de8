package io.coxswain.api.jobset;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Groups of Jobs that form one workload. */
@Group("jobset.x-k8s.io")
@Version("v1alpha2")
@Kind("JobSet")
@Plural("jobsets")
@Column(
    name = "TerminalState",
    path = ".status.terminalState",
    description = "Final state of JobSet")
@Column(name = "Restarts", path = ".status.restarts", description = "Number of restarts")
@Column(name = "Completed", path = ".status.conditions[?(@.type==\"Completed\")].status")
@Column(name = "Suspended", path = ".spec.suspend", description = "JobSet suspended")
@Column(
    name = "Age",
    path = ".metadata.creationTimestamp",
    type = "date",
    description = "Time this JobSet was created")
public class JobSet extends CustomObject<JobSetSpec, JobSetStatus> implements Namespaced {
  public JobSet() {
    super(new JobSetSpec());
  }
}
