package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.List;

/** The ordinals that should run. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeSetPowerStateSpec {
  @Required
  @Length(min = 1)
  private String nodeSetRef = "";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("set")
  private List<Integer> activeNodes = new ArrayList<>();

  public String getNodeSetRef() {
    return nodeSetRef;
  }

  public void setNodeSetRef(String nodeSetRef) {
    this.nodeSetRef = nodeSetRef;
  }

  public List<Integer> getActiveNodes() {
    return activeNodes;
  }

  public void setActiveNodes(List<Integer> activeNodes) {
    this.activeNodes = activeNodes;
  }
}
