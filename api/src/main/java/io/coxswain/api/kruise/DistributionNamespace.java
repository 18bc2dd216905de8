package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** The name of a namespace. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class DistributionNamespace {
  @Required private String name = "";

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }
}
