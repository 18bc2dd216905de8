package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The desired state, with the fields used here. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbSpec {
  private @Nullable String image;

  private @Nullable String imagePullPolicy;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<NameRef> imagePullSecrets = new ArrayList<>();

  private @Nullable Integer replicas;

  private @Nullable MariaDbReplication replication;

  private @Nullable Integer port;

  private @Nullable MariaDbStorage storage;

  private @Nullable String database;

  private @Nullable String username;

  private @Nullable GeneratedSecretKeyRef passwordSecretKeyRef;

  private @Nullable GeneratedSecretKeyRef rootPasswordSecretKeyRef;

  private @Nullable Boolean rootEmptyPassword;

  private @Nullable MariaDbServiceTemplate service;

  private @Nullable MariaDbResources resources;

  private @Nullable SecurityContext securityContext;

  private @Nullable PodSecurityContext podSecurityContext;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> nodeSelector = new LinkedHashMap<>();

  private @Nullable MariaDbAffinity affinity;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Toleration> tolerations = new ArrayList<>();

  private @Nullable String priorityClassName;

  private @Nullable MariaDbMetrics metrics;

  private @Nullable String myCnf;

  public @Nullable String getImage() {
    return image;
  }

  public void setImage(@Nullable String image) {
    this.image = image;
  }

  public @Nullable String getImagePullPolicy() {
    return imagePullPolicy;
  }

  public void setImagePullPolicy(@Nullable String imagePullPolicy) {
    this.imagePullPolicy = imagePullPolicy;
  }

  public List<NameRef> getImagePullSecrets() {
    return imagePullSecrets;
  }

  public void setImagePullSecrets(List<NameRef> imagePullSecrets) {
    this.imagePullSecrets = imagePullSecrets;
  }

  public @Nullable Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(@Nullable Integer replicas) {
    this.replicas = replicas;
  }

  public @Nullable MariaDbReplication getReplication() {
    return replication;
  }

  public void setReplication(@Nullable MariaDbReplication replication) {
    this.replication = replication;
  }

  public @Nullable Integer getPort() {
    return port;
  }

  public void setPort(@Nullable Integer port) {
    this.port = port;
  }

  public @Nullable MariaDbStorage getStorage() {
    return storage;
  }

  public void setStorage(@Nullable MariaDbStorage storage) {
    this.storage = storage;
  }

  public @Nullable String getDatabase() {
    return database;
  }

  public void setDatabase(@Nullable String database) {
    this.database = database;
  }

  public @Nullable String getUsername() {
    return username;
  }

  public void setUsername(@Nullable String username) {
    this.username = username;
  }

  public @Nullable GeneratedSecretKeyRef getPasswordSecretKeyRef() {
    return passwordSecretKeyRef;
  }

  public void setPasswordSecretKeyRef(@Nullable GeneratedSecretKeyRef passwordSecretKeyRef) {
    this.passwordSecretKeyRef = passwordSecretKeyRef;
  }

  public @Nullable GeneratedSecretKeyRef getRootPasswordSecretKeyRef() {
    return rootPasswordSecretKeyRef;
  }

  public void setRootPasswordSecretKeyRef(
      @Nullable GeneratedSecretKeyRef rootPasswordSecretKeyRef) {
    this.rootPasswordSecretKeyRef = rootPasswordSecretKeyRef;
  }

  public @Nullable Boolean getRootEmptyPassword() {
    return rootEmptyPassword;
  }

  public void setRootEmptyPassword(@Nullable Boolean rootEmptyPassword) {
    this.rootEmptyPassword = rootEmptyPassword;
  }

  public @Nullable MariaDbServiceTemplate getService() {
    return service;
  }

  public void setService(@Nullable MariaDbServiceTemplate service) {
    this.service = service;
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

  public @Nullable PodSecurityContext getPodSecurityContext() {
    return podSecurityContext;
  }

  public void setPodSecurityContext(@Nullable PodSecurityContext podSecurityContext) {
    this.podSecurityContext = podSecurityContext;
  }

  public Map<String, String> getNodeSelector() {
    return nodeSelector;
  }

  public void setNodeSelector(Map<String, String> nodeSelector) {
    this.nodeSelector = nodeSelector;
  }

  public @Nullable MariaDbAffinity getAffinity() {
    return affinity;
  }

  public void setAffinity(@Nullable MariaDbAffinity affinity) {
    this.affinity = affinity;
  }

  public List<Toleration> getTolerations() {
    return tolerations;
  }

  public void setTolerations(List<Toleration> tolerations) {
    this.tolerations = tolerations;
  }

  public @Nullable String getPriorityClassName() {
    return priorityClassName;
  }

  public void setPriorityClassName(@Nullable String priorityClassName) {
    this.priorityClassName = priorityClassName;
  }

  public @Nullable MariaDbMetrics getMetrics() {
    return metrics;
  }

  public void setMetrics(@Nullable MariaDbMetrics metrics) {
    this.metrics = metrics;
  }

  public @Nullable String getMyCnf() {
    return myCnf;
  }

  public void setMyCnf(@Nullable String myCnf) {
    this.myCnf = myCnf;
  }
}
