package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** How pods are updated: {@code RollingUpdate} or {@code OnDelete}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KruiseUpdateStrategy {
  private @Nullable String type;

  private @Nullable KruiseRollingUpdate rollingUpdate;

  public @Nullable String getType() {
    return type;
  }

  public void setType(@Nullable String type) {
    this.type = type;
  }

  public @Nullable KruiseRollingUpdate getRollingUpdate() {
    return rollingUpdate;
  }

  public void setRollingUpdate(@Nullable KruiseRollingUpdate rollingUpdate) {
    this.rollingUpdate = rollingUpdate;
  }
}
