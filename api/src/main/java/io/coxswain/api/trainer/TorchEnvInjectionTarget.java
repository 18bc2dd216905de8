package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;

/** Containers of one replicated job. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class TorchEnvInjectionTarget {
  @Required
  @Length(min = 1, max = 253)
  private String jobName = "";

  @Required
  @CrdListType("set")
  @Size(min = 1, max = 8)
  @CrdRule(
      value = "!self.exists(c, c == 'node')",
      message =
          "containerNames must not include the main node container because PET_* envs are always"
              + " injected into it")
  private List<@Length(max = 63) String> containerNames = new ArrayList<>();

  public String getJobName() {
    return jobName;
  }

  public void setJobName(String jobName) {
    this.jobName = jobName;
  }

  public List<String> getContainerNames() {
    return containerNames;
  }

  public void setContainerNames(List<String> containerNames) {
    this.containerNames = containerNames;
  }
}
