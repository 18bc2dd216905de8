package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Maximum;
import io.coxswain.api.crd.Minimum;
import org.jspecify.annotations.Nullable;

/** The nodes of slurmrestd. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class RestNode extends SlurmNode {
  @Default("false")
  private @Nullable Boolean enabled;

  @Default("3")
  @Minimum(2)
  @Maximum(1024)
  private @Nullable Integer threadCount;

  @Default("10")
  @Minimum(2)
  private @Nullable Integer maxConnections;

  private @Nullable NodeContainer rest;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable Integer getThreadCount() {
    return threadCount;
  }

  public void setThreadCount(@Nullable Integer threadCount) {
    this.threadCount = threadCount;
  }

  public @Nullable Integer getMaxConnections() {
    return maxConnections;
  }

  public void setMaxConnections(@Nullable Integer maxConnections) {
    this.maxConnections = maxConnections;
  }

  public @Nullable NodeContainer getRest() {
    return rest;
  }

  public void setRest(@Nullable NodeContainer rest) {
    this.rest = rest;
  }
}
