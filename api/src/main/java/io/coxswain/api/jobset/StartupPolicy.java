package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Required;

/** Whether replicated jobs start one after another. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class StartupPolicy {
  @Required
  @Allowed({"AnyOrder", "InOrder"})
  private String startupPolicyOrder = "";

  public String getStartupPolicyOrder() {
    return startupPolicyOrder;
  }

  public void setStartupPolicyOrder(String startupPolicyOrder) {
    this.startupPolicyOrder = startupPolicyOrder;
  }
}
