package io.coxswain.api.slurm;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.PlainMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A Slurm cluster that runs on Kubernetes. */
@PlainMetadata
@Group("slurm.nebius.ai")
@Version("v1")
@Kind("SlurmCluster")
@Plural("slurmclusters")
@Column(
    name = "Status",
    path = ".status.phase",
    description = "The phase of Slurm cluster creation.")
@Column(
    name = "Controllers",
    path = ".status.conditions[?(@.type==\"ControllersAvailable\")].status",
    description = "Whether controllers are ready")
@Column(
    name = "Login",
    path = ".status.readyLogin",
    type = "integer",
    description = "The number of ready login pods")
@Column(
    name = "SConfigCtrl",
    path = ".status.conditions[?(@.type==\"SConfigControllerAvailable\")].status",
    description = "Whether SConfigController is ready")
@Column(
    name = "Accounting",
    path = ".status.conditions[?(@.type==\"AccountingAvailable\")].status",
    description = "Whether accounting is ready")
public class SlurmCluster extends CustomObject<SlurmClusterSpec, SlurmClusterStatus>
    implements Namespaced {
  public SlurmCluster() {
    super(new SlurmClusterSpec());
  }
}
