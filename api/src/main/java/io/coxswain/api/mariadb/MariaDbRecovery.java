package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** Whether a broken replica is rebuilt. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbRecovery {
  @Required private Boolean enabled = false;

  private @Nullable String errorDurationThreshold;

  public Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable String getErrorDurationThreshold() {
    return errorDurationThreshold;
  }

  public void setErrorDurationThreshold(@Nullable String errorDurationThreshold) {
    this.errorDurationThreshold = errorDurationThreshold;
  }
}
