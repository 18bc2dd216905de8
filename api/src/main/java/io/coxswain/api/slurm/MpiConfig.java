package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** Options of mpi.conf. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MpiConfig {
  @Default("OMPI_MCA_btl_tcp_if_include=eth0")
  private @Nullable String pmixEnv;

  public @Nullable String getPmixEnv() {
    return pmixEnv;
  }

  public void setPmixEnv(@Nullable String pmixEnv) {
    this.pmixEnv = pmixEnv;
  }
}
