package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** Whether jobs may use Docker. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Docker {
  @Default("true")
  private @Nullable Boolean enabled;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }
}
