package io.coxswain.api.slurm;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.PlainMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A check that runs as a Job or by Slurm. */
@PlainMetadata
@Group("slurm.nebius.ai")
@Version("v1alpha1")
@Kind("ActiveCheck")
@Plural("activechecks")
@Column(name = "Type", path = ".spec.checkType", description = "Active check type")
@Column(
    name = "Init",
    path = ".spec.runAfterCreation",
    type = "boolean",
    description = "Whether to run this check after creation")
@Column(
    name = "Suspend",
    path = ".spec.suspend",
    type = "boolean",
    description = "Whether to suspend periodic runs of this check")
@Column(name = "Schedule", path = ".spec.schedule", description = "Schedule")
@Column(
    name = "K8s Status",
    path = ".status.k8sJobsStatus.lastJobStatus",
    description = "Status of the last K8s job")
@Column(
    name = "Slurm Status",
    path = ".status.slurmJobsStatus.lastRunStatus",
    description = "Status of the last Slurm job")
@Column(
    name = "Slurm Submit Time",
    path = ".status.slurmJobsStatus.lastRunSubmitTime",
    description = "Submission time of the last Slurm job")
@Column(
    name = "Slurm ID",
    path = ".status.slurmJobsStatus.lastRunId",
    description = "ID of the last Slurm job")
@Column(
    name = "Age",
    path = ".metadata.creationTimestamp",
    type = "date",
    description = "When the job was created")
public class ActiveCheck extends CustomObject<ActiveCheckSpec, ActiveCheckStatus>
    implements Namespaced {
  public ActiveCheck() {
    super(new ActiveCheckSpec());
  }
}
