package io.coxswain.api.slurm;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.PlainMetadata;
import io.coxswain.api.crd.PlainStatus;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A pod on each node that configures or reboots it. */
@PlainMetadata
@Group("slurm.nebius.ai")
@Version("v1alpha1")
@Kind("NodeConfigurator")
@Plural("nodeconfigurators")
@Column(
    name = "Rebooter Enabled",
    path = ".spec.rebooter.enabled",
    type = "boolean",
    description = "Whether rebooter is enabled")
@Column(
    name = "NodeConfigurator Enabled",
    path = ".spec.nodeConfigurator.enabled",
    type = "boolean",
    description = "Whether nodeConfigurator is enabled")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
@PlainStatus
public class NodeConfigurator extends CustomObject<NodeConfiguratorSpec, StatusMetadata>
    implements Namespaced {
  public NodeConfigurator() {
    super(new NodeConfiguratorSpec());
  }
}
