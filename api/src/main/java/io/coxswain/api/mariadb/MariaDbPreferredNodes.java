package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** Preferred nodes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbPreferredNodes {
  @Required private MariaDbNodeTerm preference = new MariaDbNodeTerm();

  @Required private Integer weight = 0;

  public MariaDbNodeTerm getPreference() {
    return preference;
  }

  public void setPreference(MariaDbNodeTerm preference) {
    this.preference = preference;
  }

  public Integer getWeight() {
    return weight;
  }

  public void setWeight(Integer weight) {
    this.weight = weight;
  }
}
