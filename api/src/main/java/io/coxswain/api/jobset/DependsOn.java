package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Required;

/** A replicated job that must have reached a status first. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class DependsOn {
  @Required private String name = "";

  @Required
  @Allowed({"Ready", "Complete"})
  private String status = "";

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public String getStatus() {
    return status;
  }

  public void setStatus(String status) {
    this.status = status;
  }
}
