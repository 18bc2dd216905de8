package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** A check that runs as a Kubernetes Job. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class K8sJobSpec {
  private @Nullable CheckContainer jobContainer;

  private @Nullable CheckContainer mungeContainer;

  private @Nullable String scriptRefName;

  public @Nullable CheckContainer getJobContainer() {
    return jobContainer;
  }

  public void setJobContainer(@Nullable CheckContainer jobContainer) {
    this.jobContainer = jobContainer;
  }

  public @Nullable CheckContainer getMungeContainer() {
    return mungeContainer;
  }

  public void setMungeContainer(@Nullable CheckContainer mungeContainer) {
    this.mungeContainer = mungeContainer;
  }

  public @Nullable String getScriptRefName() {
    return scriptRefName;
  }

  public void setScriptRefName(@Nullable String scriptRefName) {
    this.scriptRefName = scriptRefName;
  }
}
