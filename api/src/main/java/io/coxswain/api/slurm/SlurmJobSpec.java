package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** A check that is submitted to Slurm. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmJobSpec {
  private @Nullable CheckContainer jobContainer;

  private @Nullable CheckContainer mungeContainer;

  private @Nullable String sbatchScriptRefName;

  private @Nullable String sbatchScript;

  @Default("false")
  private @Nullable Boolean eachWorkerJobs;

  @Default("0")
  private @Nullable Long maxNumberOfJobs;

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

  public @Nullable String getSbatchScriptRefName() {
    return sbatchScriptRefName;
  }

  public void setSbatchScriptRefName(@Nullable String sbatchScriptRefName) {
    this.sbatchScriptRefName = sbatchScriptRefName;
  }

  public @Nullable String getSbatchScript() {
    return sbatchScript;
  }

  public void setSbatchScript(@Nullable String sbatchScript) {
    this.sbatchScript = sbatchScript;
  }

  public @Nullable Boolean getEachWorkerJobs() {
    return eachWorkerJobs;
  }

  public void setEachWorkerJobs(@Nullable Boolean eachWorkerJobs) {
    this.eachWorkerJobs = eachWorkerJobs;
  }

  public @Nullable Long getMaxNumberOfJobs() {
    return maxNumberOfJobs;
  }

  public void setMaxNumberOfJobs(@Nullable Long maxNumberOfJobs) {
    this.maxNumberOfJobs = maxNumberOfJobs;
  }
}
