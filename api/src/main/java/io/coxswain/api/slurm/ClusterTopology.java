package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Format;
import org.jspecify.annotations.Nullable;

/** Options of the block topology. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ClusterTopology {
  @Default("18")
  @Format("")
  private @Nullable Integer blockSize;

  public @Nullable Integer getBlockSize() {
    return blockSize;
  }

  public void setBlockSize(@Nullable Integer blockSize) {
    this.blockSize = blockSize;
  }
}
