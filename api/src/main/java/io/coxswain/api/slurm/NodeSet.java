package io.coxswain.api.slurm;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.PlainMetadata;
import io.coxswain.api.crd.Scale;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Equal workers of a Slurm cluster. */
@PlainMetadata
@Group("slurm.nebius.ai")
@Version("v1alpha1")
@Kind("NodeSet")
@Plural("nodesets")
@Column(name = "Status", path = ".status.phase", description = "The phase of NodeSet lifecycle.")
@Column(
    name = "Desired",
    path = ".spec.replicas",
    type = "integer",
    description = "The desired number of workers.")
@Column(
    name = "Ready",
    path = ".status.replicas",
    type = "integer",
    description = "The current number of workers being ready for some time.")
@Column(
    name = "Ephemeral",
    path = ".spec.ephemeralNodes",
    type = "boolean",
    description = "Whether the NodeSet uses ephemeral nodes.")
@Scale(spec = ".spec.replicas", status = ".status.replicas", selector = ".status.labelSelector")
public class NodeSet extends CustomObject<NodeSetSpec, NodeSetStatus> implements Namespaced {
  public NodeSet() {
    super(new NodeSetSpec());
  }
}
