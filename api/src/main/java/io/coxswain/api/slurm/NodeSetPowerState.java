package io.coxswain.api.slurm;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.PlainMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** The powered-on workers of an ephemeral NodeSet. */
@PlainMetadata
@Group("slurm.nebius.ai")
@Version("v1alpha1")
@Kind("NodeSetPowerState")
@Plural("nodesetpowerstates")
@Column(name = "NodeSet", path = ".spec.nodeSetRef", description = "Reference to the NodeSet")
@Column(
    name = "Active",
    path = ".status.activeCount",
    type = "integer",
    description = "Number of active nodes")
@Column(
    name = "Ready",
    path = ".status.conditions[?(@.type=='Ready')].status",
    description = "Ready status")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
public class NodeSetPowerState extends CustomObject<NodeSetPowerStateSpec, NodeSetPowerStateStatus>
    implements Namespaced {
  public NodeSetPowerState() {
    super(new NodeSetPowerStateSpec());
  }
}
