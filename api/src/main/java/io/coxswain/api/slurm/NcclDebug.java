package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The plugin that collects NCCL's logs. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NcclDebug {
  @Default("false")
  private @Nullable Boolean required;

  @Default("false")
  private @Nullable Boolean enabled;

  @Default("INFO")
  @Allowed({"VERSION", "WARN", "INFO", "TRACE"})
  private @Nullable String logLevel;

  @Default("true")
  private @Nullable Boolean outputToFile;

  @Default("false")
  private @Nullable Boolean outputToStdOut;

  @Default("/opt/soperator-outputs/local/nccl_logs")
  private @Nullable String outputDirectory;

  public @Nullable Boolean getRequired() {
    return required;
  }

  public void setRequired(@Nullable Boolean required) {
    this.required = required;
  }

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable String getLogLevel() {
    return logLevel;
  }

  public void setLogLevel(@Nullable String logLevel) {
    this.logLevel = logLevel;
  }

  public @Nullable Boolean getOutputToFile() {
    return outputToFile;
  }

  public void setOutputToFile(@Nullable Boolean outputToFile) {
    this.outputToFile = outputToFile;
  }

  public @Nullable Boolean getOutputToStdOut() {
    return outputToStdOut;
  }

  public void setOutputToStdOut(@Nullable Boolean outputToStdOut) {
    this.outputToStdOut = outputToStdOut;
  }

  public @Nullable String getOutputDirectory() {
    return outputDirectory;
  }

  public void setOutputDirectory(@Nullable String outputDirectory) {
    this.outputDirectory = outputDirectory;
  }
}
