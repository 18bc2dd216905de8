package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/**
 * The plugin that profiles NCCL. Enabled if present without {@code enabled}, disabled if absent.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NcclInspectorPreConf {
  @Default("false")
  private @Nullable Boolean required;

  @Default("true")
  private @Nullable Boolean enabled;

  @Default("/usr/lib/x86_64-linux-gnu/libnccl-profiler-inspector.so")
  private @Nullable String profilerPlugin;

  @Default("/opt/soperator-outputs/shared/nccl_profiles/%j/%s")
  private @Nullable String dumpDir;

  @Default("false")
  private @Nullable Boolean dumpVerbose;

  @Default("1000000")
  private @Nullable Long dumpThreadIntervalMicroseconds;

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

  public @Nullable String getProfilerPlugin() {
    return profilerPlugin;
  }

  public void setProfilerPlugin(@Nullable String profilerPlugin) {
    this.profilerPlugin = profilerPlugin;
  }

  public @Nullable String getDumpDir() {
    return dumpDir;
  }

  public void setDumpDir(@Nullable String dumpDir) {
    this.dumpDir = dumpDir;
  }

  public @Nullable Boolean getDumpVerbose() {
    return dumpVerbose;
  }

  public void setDumpVerbose(@Nullable Boolean dumpVerbose) {
    this.dumpVerbose = dumpVerbose;
  }

  public @Nullable Long getDumpThreadIntervalMicroseconds() {
    return dumpThreadIntervalMicroseconds;
  }

  public void setDumpThreadIntervalMicroseconds(@Nullable Long dumpThreadIntervalMicroseconds) {
    this.dumpThreadIntervalMicroseconds = dumpThreadIntervalMicroseconds;
  }
}
