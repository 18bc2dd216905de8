package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/** How many pods may be missing while the set grows. */
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
