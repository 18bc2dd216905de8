package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The retention of a worker's claims. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ClaimRetention {
  @Default("Delete")
  @Allowed({"Retain", "Delete"})
  private @Nullable String whenDeleted;

  @Default("Delete")
  @Allowed({"Retain", "Delete"})
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
