package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** The volumes of the exporter of earlier versions. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ExporterVolumes {
  @Required private NodeVolume jail = new NodeVolume();

  public NodeVolume getJail() {
    return jail;
  }

  public void setJail(NodeVolume jail) {
    this.jail = jail;
  }
}
