package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** Whether the workers have GPUs. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Gpu {
  @Default("false")
  private @Nullable Boolean enabled;

  private @Nullable Nvidia nvidia;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable Nvidia getNvidia() {
    return nvidia;
  }

  public void setNvidia(@Nullable Nvidia nvidia) {
    this.nvidia = nvidia;
  }
}
