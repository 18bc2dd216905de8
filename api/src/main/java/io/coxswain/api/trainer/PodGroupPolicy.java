package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** How the pods of a TrainJob are scheduled together. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class PodGroupPolicy {
  private @Nullable CoschedulingPodGroupPolicySource coscheduling;

  private @Nullable VolcanoPodGroupPolicySource volcano;

  public @Nullable CoschedulingPodGroupPolicySource getCoscheduling() {
    return coscheduling;
  }

  public void setCoscheduling(@Nullable CoschedulingPodGroupPolicySource coscheduling) {
    this.coscheduling = coscheduling;
  }

  public @Nullable VolcanoPodGroupPolicySource getVolcano() {
    return volcano;
  }

  public void setVolcano(@Nullable VolcanoPodGroupPolicySource volcano) {
    this.volcano = volcano;
  }
}
