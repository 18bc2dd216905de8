package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A container of a check's Job. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class CheckContainer {
  private @Nullable String image;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> command = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> args = new ArrayList<>();

  private @Nullable String workingDir;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<EnvVar> env = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<VolumeMount> volumeMounts = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Volume> volumes = new ArrayList<>();

  @Default("unconfined")
  private @Nullable String appArmorProfile;

  @Default("IfNotPresent")
  @Allowed({"Always", "Never", "IfNotPresent"})
  private @Nullable String imagePullPolicy;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<LocalObjectReference> imagePullSecrets = new ArrayList<>();

  public @Nullable String getImage() {
    return image;
  }

  public void setImage(@Nullable String image) {
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

  public @Nullable String getWorkingDir() {
    return workingDir;
  }

  public void setWorkingDir(@Nullable String workingDir) {
    this.workingDir = workingDir;
  }

  public List<EnvVar> getEnv() {
    return env;
  }

  public void setEnv(List<EnvVar> env) {
    this.env = env;
  }

  public List<VolumeMount> getVolumeMounts() {
    return volumeMounts;
  }

  public void setVolumeMounts(List<VolumeMount> volumeMounts) {
    this.volumeMounts = volumeMounts;
  }

  public List<Volume> getVolumes() {
    return volumes;
  }

  public void setVolumes(List<Volume> volumes) {
    this.volumes = volumes;
  }

  public @Nullable String getAppArmorProfile() {
    return appArmorProfile;
  }

  public void setAppArmorProfile(@Nullable String appArmorProfile) {
    this.appArmorProfile = appArmorProfile;
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
}
