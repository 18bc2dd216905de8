package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** The name of a ConfigMap. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ConfigMapName {
  @Required private String name = "";

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }
}
