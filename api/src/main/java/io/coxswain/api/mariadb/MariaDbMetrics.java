package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** Whether the database is monitored. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbMetrics {
  @Default("true")
  private @Nullable Boolean enabled;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }
}
