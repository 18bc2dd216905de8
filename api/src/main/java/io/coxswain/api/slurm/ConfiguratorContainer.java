package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A container, and the pod settings it needs. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ConfiguratorContainer {
  @Required private Boolean enabled = false;

  private @Nullable String name;

  private @Nullable Image image;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> command = new ArrayList<>();

  @Default("{}")
  private @Nullable ResourceRequirements resources;

  private @Nullable Probe livenessProbe;

  private @Nullable Probe readinessProbe;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<EnvVar> env = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Toleration> tolerations = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> nodeSelector = new LinkedHashMap<>();

  private @Nullable Affinity affinity;

  private @Nullable String priorityClassName;

  private @Nullable String serviceAccountName;

  private @Nullable Boolean hostUsers;

  public Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }

  public @Nullable Image getImage() {
    return image;
  }

  public void setImage(@Nullable Image image) {
    this.image = image;
  }

  public List<String> getCommand() {
    return command;
  }

  public void setCommand(List<String> command) {
    this.command = command;
  }

  public @Nullable ResourceRequirements getResources() {
    return resources;
  }

  public void setResources(@Nullable ResourceRequirements resources) {
    this.resources = resources;
  }

  public @Nullable Probe getLivenessProbe() {
    return livenessProbe;
  }

  public void setLivenessProbe(@Nullable Probe livenessProbe) {
    this.livenessProbe = livenessProbe;
  }

  public @Nullable Probe getReadinessProbe() {
    return readinessProbe;
  }

  public void setReadinessProbe(@Nullable Probe readinessProbe) {
    this.readinessProbe = readinessProbe;
  }

  public List<EnvVar> getEnv() {
    return env;
  }

  public void setEnv(List<EnvVar> env) {
    this.env = env;
  }

  public List<Toleration> getTolerations() {
    return tolerations;
  }

  public void setTolerations(List<Toleration> tolerations) {
    this.tolerations = tolerations;
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

  public @Nullable String getPriorityClassName() {
    return priorityClassName;
  }

  public void setPriorityClassName(@Nullable String priorityClassName) {
    this.priorityClassName = priorityClassName;
  }

  public @Nullable String getServiceAccountName() {
    return serviceAccountName;
  }

  public void setServiceAccountName(@Nullable String serviceAccountName) {
    this.serviceAccountName = serviceAccountName;
  }

  public @Nullable Boolean getHostUsers() {
    return hostUsers;
  }

  public void setHostUsers(@Nullable Boolean hostUsers) {
    this.hostUsers = hostUsers;
  }
}
