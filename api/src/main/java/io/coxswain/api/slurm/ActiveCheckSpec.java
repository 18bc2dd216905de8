package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is checked, when, and the reactions. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ActiveCheckSpec {
  @Required private String name = "";

  @Required private String slurmClusterRefName = "";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> dependsOn = new ArrayList<>();

  @Default("0 0 1 1 *")
  private @Nullable String schedule;

  @Default("true")
  private @Nullable Boolean suspend;

  @Default("1800")
  private @Nullable Long activeDeadlineSeconds;

  @Default("3")
  private @Nullable Integer successfulJobsHistoryLimit;

  @Default("16")
  private @Nullable Integer failedJobsHistoryLimit;

  @Default("true")
  private @Nullable Boolean runAfterCreation;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> nodeSelector = new LinkedHashMap<>();

  private @Nullable Affinity affinity;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Toleration> tolerations = new ArrayList<>();

  private @Nullable String podTemplateNameRef;

  @Default("k8sJob")
  @Allowed({"k8sJob", "slurmJob"})
  private @Nullable String checkType;

  private @Nullable Boolean hostUsers;

  private @Nullable Reactions successReactions;

  private @Nullable Reactions failureReactions;

  private @Nullable K8sJobSpec k8sJobSpec;

  private @Nullable SlurmJobSpec slurmJobSpec;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public String getSlurmClusterRefName() {
    return slurmClusterRefName;
  }

  public void setSlurmClusterRefName(String slurmClusterRefName) {
    this.slurmClusterRefName = slurmClusterRefName;
  }

  public List<String> getDependsOn() {
    return dependsOn;
  }

  public void setDependsOn(List<String> dependsOn) {
    this.dependsOn = dependsOn;
  }

  public @Nullable String getSchedule() {
    return schedule;
  }

  public void setSchedule(@Nullable String schedule) {
    this.schedule = schedule;
  }

  public @Nullable Boolean getSuspend() {
    return suspend;
  }

  public void setSuspend(@Nullable Boolean suspend) {
    this.suspend = suspend;
  }

  public @Nullable Long getActiveDeadlineSeconds() {
    return activeDeadlineSeconds;
  }

  public void setActiveDeadlineSeconds(@Nullable Long activeDeadlineSeconds) {
    this.activeDeadlineSeconds = activeDeadlineSeconds;
  }

  public @Nullable Integer getSuccessfulJobsHistoryLimit() {
    return successfulJobsHistoryLimit;
  }

  public void setSuccessfulJobsHistoryLimit(@Nullable Integer successfulJobsHistoryLimit) {
    this.successfulJobsHistoryLimit = successfulJobsHistoryLimit;
  }

  public @Nullable Integer getFailedJobsHistoryLimit() {
    return failedJobsHistoryLimit;
  }

  public void setFailedJobsHistoryLimit(@Nullable Integer failedJobsHistoryLimit) {
    this.failedJobsHistoryLimit = failedJobsHistoryLimit;
  }

  public @Nullable Boolean getRunAfterCreation() {
    return runAfterCreation;
  }

  public void setRunAfterCreation(@Nullable Boolean runAfterCreation) {
    this.runAfterCreation = runAfterCreation;
  }

  public Map<String, String> getNodeSelector() {
    return nodeSelector;
  }

  public void setNodeSelector(Map<String, String> nodeSelector) {
    this.nodeSelector = nodeSelector;
  }

  public @Nullable Affinity getAffinity() {
    return affinity;
  }

  public void setAffinity(@Nullable Affinity affinity) {
    this.affinity = affinity;
  }

  public List<Toleration> getTolerations() {
    return tolerations;
  }

  public void setTolerations(List<Toleration> tolerations) {
    this.tolerations = tolerations;
  }

  public @Nullable String getPodTemplateNameRef() {
    return podTemplateNameRef;
  }

  public void setPodTemplateNameRef(@Nullable String podTemplateNameRef) {
    this.podTemplateNameRef = podTemplateNameRef;
  }

  public @Nullable String getCheckType() {
    return checkType;
  }

  public void setCheckType(@Nullable String checkType) {
    this.checkType = checkType;
  }

  public @Nullable Boolean getHostUsers() {
    return hostUsers;
  }

  public void setHostUsers(@Nullable Boolean hostUsers) {
    this.hostUsers = hostUsers;
  }

  public @Nullable Reactions getSuccessReactions() {
    return successReactions;
  }

  public void setSuccessReactions(@Nullable Reactions successReactions) {
    this.successReactions = successReactions;
  }

  public @Nullable Reactions getFailureReactions() {
    return failureReactions;
  }

  public void setFailureReactions(@Nullable Reactions failureReactions) {
    this.failureReactions = failureReactions;
  }

  public @Nullable K8sJobSpec getK8sJobSpec() {
    return k8sJobSpec;
  }

  public void setK8sJobSpec(@Nullable K8sJobSpec k8sJobSpec) {
    this.k8sJobSpec = k8sJobSpec;
  }

  public @Nullable SlurmJobSpec getSlurmJobSpec() {
    return slurmJobSpec;
  }

  public void setSlurmJobSpec(@Nullable SlurmJobSpec slurmJobSpec) {
    this.slurmJobSpec = slurmJobSpec;
  }
}
