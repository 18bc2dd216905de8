package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A container of a Slurm node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeContainer {
  @Required private String image = "";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> command = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> args = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<EnvVar> customEnv = new ArrayList<>();

  @Default("IfNotPresent")
  @Allowed({"Always", "Never", "IfNotPresent"})
  private @Nullable String imagePullPolicy;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<LocalObjectReference> imagePullSecrets = new ArrayList<>();

  private @Nullable Integer port;

  /** The requests; limits are derived from them. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, Quantity> resources = new LinkedHashMap<>();

  private @Nullable Probe livenessProbe;

  private @Nullable Probe readinessProbe;

  /** The content of a limits.conf. */
  private @Nullable String securityLimitsConfig;

  @Default("unconfined")
  private @Nullable String appArmorProfile;

  @Allowed({"Default", "Unmasked"})
  private @Nullable String procMount;

  public String getImage() {
    return image;
  }

  public void setImage(String image) {
    this.image = image;
  }

  public List<String> getCommand() {
    return command;
  }

  public void setCommand(List<String> command) {
    this.command = command;
  }

  public List<String> getArgs() {
    return args;
  }

  public void setArgs(List<String> args) {
    this.args = args;
  }

  public List<EnvVar> getCustomEnv() {
    return customEnv;
  }

  public void setCustomEnv(List<EnvVar> customEnv) {
    this.customEnv = customEnv;
  }

  public @Nullable String getImagePullPolicy() {
    return imagePullPolicy;
  }

  public void setImagePullPolicy(@Nullable String imagePullPolicy) {
    this.imagePullPolicy = imagePullPolicy;
  }

  public List<LocalObjectReference> getImagePullSecrets() {
    return imagePullSecrets;
  }

  public void setImagePullSecrets(List<LocalObjectReference> imagePullSecrets) {
    this.imagePullSecrets = imagePullSecrets;
  }

  public @Nullable Integer getPort() {
    return port;
  }

  public void setPort(@Nullable Integer port) {
    this.port = port;
  }

  public Map<String, Quantity> getResources() {
    return resources;
  }

  public void setResources(Map<String, Quantity> resources) {
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

  public @Nullable String getSecurityLimitsConfig() {
    return securityLimitsConfig;
  }

  public void setSecurityLimitsConfig(@Nullable String securityLimitsConfig) {
    this.securityLimitsConfig = securityLimitsConfig;
  }

  public @Nullable String getAppArmorProfile() {
    return appArmorProfile;
  }

  public void setAppArmorProfile(@Nullable String appArmorProfile) {
    this.appArmorProfile = appArmorProfile;
  }

  public @Nullable String getProcMount() {
    return procMount;
  }

  public void setProcMount(@Nullable String procMount) {
    this.procMount = procMount;
  }
}
