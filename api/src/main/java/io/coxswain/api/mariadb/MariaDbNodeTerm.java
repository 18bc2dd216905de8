package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import java.util.ArrayList;
import java.util.List;

/** The requirements on a node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbNodeTerm {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<NodeSelectorRequirement> matchExpressions = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<NodeSelectorRequirement> matchFields = new ArrayList<>();

  public List<NodeSelectorRequirement> getMatchExpressions() {
    return matchExpressions;
  }

  public void setMatchExpressions(List<NodeSelectorRequirement> matchExpressions) {
    this.matchExpressions = matchExpressions;
  }

  public List<NodeSelectorRequirement> getMatchFields() {
    return matchFields;
  }

  public void setMatchFields(List<NodeSelectorRequirement> matchFields) {
    this.matchFields = matchFields;
  }
}
