package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.List;

/** Nodes that match any of the terms. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbNodeSelector {
  @Required
  @CrdListType("atomic")
  private List<MariaDbNodeTerm> nodeSelectorTerms = new ArrayList<>();

  public List<MariaDbNodeTerm> getNodeSelectorTerms() {
    return nodeSelectorTerms;
  }

  public void setNodeSelectorTerms(List<MariaDbNodeTerm> nodeSelectorTerms) {
    this.nodeSelectorTerms = nodeSelectorTerms;
  }
}
