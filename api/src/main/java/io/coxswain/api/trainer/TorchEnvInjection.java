package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;

/** Additional containers that need the environment variables. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class TorchEnvInjection {
  @CrdListType(value = "map", keys = "jobName")
  @Size(max = 16)
  private List<TorchEnvInjectionTarget> targets = new ArrayList<>();

  public List<TorchEnvInjectionTarget> getTargets() {
    return targets;
  }

  public void setTargets(List<TorchEnvInjectionTarget> targets) {
    this.targets = targets;
  }
}
