package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A selector of pods. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbSelector {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<LabelSelectorRequirement> matchExpressions = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> matchLabels = new LinkedHashMap<>();

  public List<LabelSelectorRequirement> getMatchExpressions() {
    return matchExpressions;
  }

  public void setMatchExpressions(List<LabelSelectorRequirement> matchExpressions) {
    this.matchExpressions = matchExpressions;
  }

  public Map<String, String> getMatchLabels() {
    return matchLabels;
  }

  public void setMatchLabels(Map<String, String> matchLabels) {
    this.matchLabels = matchLabels;
  }
}
