package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Drains the node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class DrainSlurmNode {
  private @Nullable String drainReasonPrefix;

  public @Nullable String getDrainReasonPrefix() {
    return drainReasonPrefix;
  }

  public void setDrainReasonPrefix(@Nullable String drainReasonPrefix) {
    this.drainReasonPrefix = drainReasonPrefix;
  }
}
