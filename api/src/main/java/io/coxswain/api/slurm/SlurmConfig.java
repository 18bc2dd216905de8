package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Minimum;
import org.jspecify.annotations.Nullable;

/** Options of slurm.conf. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmConfig {
  @Default("0")
  private @Nullable Integer defMemPerNode;

  @Default("4")
  private @Nullable Integer defCpuPerGPU;

  @Default("5")
  private @Nullable Integer completeWait;

  @Default("")
  private @Nullable String epilog;

  @Default("")
  private @Nullable String prolog;

  @Default("")
  private @Nullable String taskProlog;

  @Default("")
  private @Nullable String taskPluginParam;

  @Default("20000")
  private @Nullable Integer maxJobCount;

  @Default("1800")
  private @Nullable Integer minJobAge;

  @Default("60")
  private @Nullable Integer messageTimeout;

  @Default("topology/tree")
  private @Nullable String topologyPlugin;

  @Default("SwitchAsNodeRank")
  private @Nullable String topologyParam;

  @Default("1000000000")
  private @Nullable Integer suspendTime;

  @Default("1800")
  @Minimum(1)
  private @Nullable Integer resumeTimeout;

  public @Nullable Integer getDefMemPerNode() {
    return defMemPerNode;
  }

  public void setDefMemPerNode(@Nullable Integer defMemPerNode) {
    this.defMemPerNode = defMemPerNode;
  }

  public @Nullable Integer getDefCpuPerGPU() {
    return defCpuPerGPU;
  }

  public void setDefCpuPerGPU(@Nullable Integer defCpuPerGPU) {
    this.defCpuPerGPU = defCpuPerGPU;
  }

  public @Nullable Integer getCompleteWait() {
    return completeWait;
  }

  public void setCompleteWait(@Nullable Integer completeWait) {
    this.completeWait = completeWait;
  }

  public @Nullable String getEpilog() {
    return epilog;
  }

  public void setEpilog(@Nullable String epilog) {
    this.epilog = epilog;
  }

  public @Nullable String getProlog() {
    return prolog;
  }

  public void setProlog(@Nullable String prolog) {
    this.prolog = prolog;
  }

  public @Nullable String getTaskProlog() {
    return taskProlog;
  }

  public void setTaskProlog(@Nullable String taskProlog) {
    this.taskProlog = taskProlog;
  }

  public @Nullable String getTaskPluginParam() {
    return taskPluginParam;
  }

  public void setTaskPluginParam(@Nullable String taskPluginParam) {
    this.taskPluginParam = taskPluginParam;
  }

  public @Nullable Integer getMaxJobCount() {
    return maxJobCount;
  }

  public void setMaxJobCount(@Nullable Integer maxJobCount) {
    this.maxJobCount = maxJobCount;
  }

  public @Nullable Integer getMinJobAge() {
    return minJobAge;
  }

  public void setMinJobAge(@Nullable Integer minJobAge) {
    this.minJobAge = minJobAge;
  }

  public @Nullable Integer getMessageTimeout() {
    return messageTimeout;
  }

  public void setMessageTimeout(@Nullable Integer messageTimeout) {
    this.messageTimeout = messageTimeout;
  }

  public @Nullable String getTopologyPlugin() {
    return topologyPlugin;
  }

  public void setTopologyPlugin(@Nullable String topologyPlugin) {
    this.topologyPlugin = topologyPlugin;
  }

  public @Nullable String getTopologyParam() {
    return topologyParam;
  }

  public void setTopologyParam(@Nullable String topologyParam) {
    this.topologyParam = topologyParam;
  }

  public @Nullable Integer getSuspendTime() {
    return suspendTime;
  }

  public void setSuspendTime(@Nullable Integer suspendTime) {
    this.suspendTime = suspendTime;
  }

  public @Nullable Integer getResumeTimeout() {
    return resumeTimeout;
  }

  public void setResumeTimeout(@Nullable Integer resumeTimeout) {
    this.resumeTimeout = resumeTimeout;
  }
}
