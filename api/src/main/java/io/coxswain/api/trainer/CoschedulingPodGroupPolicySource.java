package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The coscheduling plugin of the default scheduler. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class CoschedulingPodGroupPolicySource {
  @Default("60")
  private @Nullable Integer scheduleTimeoutSeconds;

  public @Nullable Integer getScheduleTimeoutSeconds() {
    return scheduleTimeoutSeconds;
  }

  public void setScheduleTimeoutSeconds(@Nullable Integer scheduleTimeoutSeconds) {
    this.scheduleTimeoutSeconds = scheduleTimeoutSeconds;
  }
}
