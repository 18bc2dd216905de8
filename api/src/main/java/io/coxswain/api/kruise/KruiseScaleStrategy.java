package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/** The number of pods that may be unavailable while the set scales up. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KruiseScaleStrategy {
  private @Nullable IntOrString maxUnavailable;

  public @Nullable IntOrString getMaxUnavailable() {
    return maxUnavailable;
  }

  public void setMaxUnavailable(@Nullable IntOrString maxUnavailable) {
    this.maxUnavailable = maxUnavailable;
  }
}
