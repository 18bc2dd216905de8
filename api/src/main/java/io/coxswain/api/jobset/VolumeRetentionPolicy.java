package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The retention of claims when their JobSet is deleted. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class VolumeRetentionPolicy {
  @Default("Delete")
  @Allowed({"Delete", "Retain"})
  private @Nullable String whenDeleted;

  public @Nullable String getWhenDeleted() {
    return whenDeleted;
  }

  public void setWhenDeleted(@Nullable String whenDeleted) {
    this.whenDeleted = whenDeleted;
  }
}
