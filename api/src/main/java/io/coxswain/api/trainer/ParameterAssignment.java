package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;

/** A hyperparameter and its value. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class ParameterAssignment {
  @Required
  @Length(min = 1, max = 64)
  private String name = "";

  @Required
  @Length(min = 1, max = 64)
  private String value = "";

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public String getValue() {
    return value;
  }

  public void setValue(String value) {
    this.value = value;
  }
}
