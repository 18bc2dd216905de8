package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.List;

/** The volumes of a login node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class LoginVolumes {
  @Required private NodeVolume jail = new NodeVolume();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<NodeVolumeMount> jailSubMounts = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<NodeVolumeMount> customMounts = new ArrayList<>();

  public NodeVolume getJail() {
    return jail;
  }

  public void setJail(NodeVolume jail) {
    this.jail = jail;
  }

  public List<NodeVolumeMount> getJailSubMounts() {
    return jailSubMounts;
  }

  public void setJailSubMounts(List<NodeVolumeMount> jailSubMounts) {
    this.jailSubMounts = jailSubMounts;
  }

  public List<NodeVolumeMount> getCustomMounts() {
    return customMounts;
  }

  public void setCustomMounts(List<NodeVolumeMount> customMounts) {
    this.customMounts = customMounts;
  }
}
