package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** A preferred term. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbWeightedTerm {
  @Required private MariaDbTerm podAffinityTerm = new MariaDbTerm();

  @Required private Integer weight = 0;

  public MariaDbTerm getPodAffinityTerm() {
    return podAffinityTerm;
  }

  public void setPodAffinityTerm(MariaDbTerm podAffinityTerm) {
    this.podAffinityTerm = podAffinityTerm;
  }

  public Integer getWeight() {
    return weight;
  }

  public void setWeight(Integer weight) {
    this.weight = weight;
  }
}
