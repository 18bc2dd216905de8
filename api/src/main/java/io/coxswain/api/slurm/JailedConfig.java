package io.coxswain.api.slurm;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.PlainMetadata;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Keys of a ConfigMap that are written as files to the jail. */
@PlainMetadata
@Group("slurm.nebius.ai")
@Version("v1alpha1")
@Kind("JailedConfig")
@Plural("jailedconfigs")
@Column(
    name = "Files Written",
    path = ".status.conditions[?(@.type=='FilesWritten')].reason",
    description = "Status of files writing")
@Column(
    name = "Reconfiguration Status",
    path = ".status.conditions[?(@.type=='UpdateActionsCompleted')].reason",
    description = "Status of reconfiguration")
@Column(name = "Jailed Path", path = ".spec.items[0].path", description = "Path of the first item")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
@Required
public class JailedConfig extends CustomObject<JailedConfigSpec, JailedConfigStatus>
    implements Namespaced {
  public JailedConfig() {
    super(new JailedConfigSpec());
  }
}
