package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.List;

/** The volumes of slurmctld. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ControllerVolumes {
  @Required private NodeVolume spool = new NodeVolume();

  @Required private NodeVolume jail = new NodeVolume();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<NodeVolumeMount> customMounts = new ArrayList<>();

  public NodeVolume getSpool() {
    return spool;
  }

  public void setSpool(NodeVolume spool) {
    this.spool = spool;
  }

  public NodeVolume getJail() {
    return jail;
  }

  public void setJail(NodeVolume jail) {
    this.jail = jail;
  }

  public List<NodeVolumeMount> getCustomMounts() {
    return customMounts;
  }

  public void setCustomMounts(List<NodeVolumeMount> customMounts) {
    this.customMounts = customMounts;
  }
}
