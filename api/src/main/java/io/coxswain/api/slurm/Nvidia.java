package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** Settings of NVIDIA's driver. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Nvidia {
  @Default("false")
  private @Nullable Boolean gdrCopyEnabled;

  public @Nullable Boolean getGdrCopyEnabled() {
    return gdrCopyEnabled;
  }

  public void setGdrCopyEnabled(@Nullable Boolean gdrCopyEnabled) {
    this.gdrCopyEnabled = gdrCopyEnabled;
  }
}
