package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The container that reboots its node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Rebooter extends ConfiguratorContainer {
  @Default("evict")
  @Allowed("evict")
  private @Nullable String evictionMethod;

  @Default("info")
  @Allowed({"debug", "info", "warn", "error"})
  private @Nullable String logLevel;

  private @Nullable String logFormat;

  public @Nullable String getEvictionMethod() {
    return evictionMethod;
  }

  public void setEvictionMethod(@Nullable String evictionMethod) {
    this.evictionMethod = evictionMethod;
  }

  public @Nullable String getLogLevel() {
    return logLevel;
  }

  public void setLogLevel(@Nullable String logLevel) {
    this.logLevel = logLevel;
  }

  public @Nullable String getLogFormat() {
    return logFormat;
  }

  public void setLogFormat(@Nullable String logFormat) {
    this.logFormat = logFormat;
  }
}
