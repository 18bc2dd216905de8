package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The retention of claims. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KruiseClaimRetention {
  private @Nullable String whenDeleted;

  private @Nullable String whenScaled;

  public @Nullable String getWhenDeleted() {
    return whenDeleted;
  }

  public void setWhenDeleted(@Nullable String whenDeleted) {
    this.whenDeleted = whenDeleted;
  }

  public @Nullable String getWhenScaled() {
    return whenScaled;
  }

  public void setWhenScaled(@Nullable String whenScaled) {
    this.whenScaled = whenScaled;
  }
}
