package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Format;
import org.jspecify.annotations.Nullable;

/** The topology constraint of the pods. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class NetworkTopologySpec {
  @Default("hard")
  @Allowed({"hard", "soft"})
  private @Nullable String mode;

  @Default("1")
  @Format("")
  private @Nullable Integer highestTierAllowed;

  public @Nullable String getMode() {
    return mode;
  }

  public void setMode(@Nullable String mode) {
    this.mode = mode;
  }

  public @Nullable Integer getHighestTierAllowed() {
    return highestTierAllowed;
  }

  public void setHighestTierAllowed(@Nullable Integer highestTierAllowed) {
    this.highestTierAllowed = highestTierAllowed;
  }
}
