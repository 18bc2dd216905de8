package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Without;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of a container of the MariaDB operator other than its image. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbProgram {
  @Allowed({"Always", "Never", "IfNotPresent"})
  private @Nullable String imagePullPolicy;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> command = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> args = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<
          @Without({
            "valueFrom.fileKeyRef",
            "valueFrom.resourceFieldRef",
            "valueFrom.configMapKeyRef.optional",
            "valueFrom.secretKeyRef.optional"
          })
          EnvVar>
      env = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<MariaDbEnvFrom> envFrom = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<@Without({"mountPropagation", "recursiveReadOnly", "subPathExpr"}) VolumeMount>
      volumeMounts = new ArrayList<>();

  @Without({"grpc", "httpGet.httpHeaders", "terminationGracePeriodSeconds"})
  private @Nullable Probe livenessProbe;

  @Without({"grpc", "httpGet.httpHeaders", "terminationGracePeriodSeconds"})
  private @Nullable Probe readinessProbe;

  @Without({"grpc", "httpGet.httpHeaders", "terminationGracePeriodSeconds"})
  private @Nullable Probe startupProbe;

  private @Nullable MariaDbResources resources;

  @Without({"appArmorProfile", "procMount", "seLinuxOptions", "seccompProfile", "windowsOptions"})
  private @Nullable SecurityContext securityContext;

  public @Nullable String getImagePullPolicy() {
    return imagePullPolicy;
  }

  public void setImagePullPolicy(@Nullable String imagePullPolicy) {
    this.imagePullPolicy = imagePullPolicy;
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

  public List<EnvVar> getEnv() {
    return env;
  }

  public void setEnv(List<EnvVar> env) {
    this.env = env;
  }

  public List<MariaDbEnvFrom> getEnvFrom() {
    return envFrom;
  }

  public void setEnvFrom(List<MariaDbEnvFrom> envFrom) {
    this.envFrom = envFrom;
  }

  public List<VolumeMount> getVolumeMounts() {
    return volumeMounts;
  }

  public void setVolumeMounts(List<VolumeMount> volumeMounts) {
    this.volumeMounts = volumeMounts;
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

  public @Nullable Probe getStartupProbe() {
    return startupProbe;
  }

  public void setStartupProbe(@Nullable Probe startupProbe) {
    this.startupProbe = startupProbe;
  }

  public @Nullable MariaDbResources getResources() {
    return resources;
  }

  public void setResources(@Nullable MariaDbResources resources) {
    this.resources = resources;
  }

  public @Nullable SecurityContext getSecurityContext() {
    return securityContext;
  }

  public void setSecurityContext(@Nullable SecurityContext securityContext) {
    this.securityContext = securityContext;
  }
}
