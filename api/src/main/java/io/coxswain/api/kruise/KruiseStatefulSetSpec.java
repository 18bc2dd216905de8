package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The desired state, with the fields used here. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KruiseStatefulSetSpec {
  private @Nullable Integer replicas;

  private @Nullable LabelSelector selector;

  private @Nullable PodTemplateSpec template;

  /**
   * Without apiVersion and kind: Go programs omit them, and OpenKruise's webhook rejects an update
   * of a set whose templates have them as a change.
   */
  @JsonIgnoreProperties({"apiVersion", "kind"})
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<PersistentVolumeClaim> volumeClaimTemplates = new ArrayList<>();

  private @Nullable String serviceName;

  private @Nullable String podManagementPolicy;

  private @Nullable KruiseUpdateStrategy updateStrategy;

  private @Nullable Integer revisionHistoryLimit;

  /** Ordinals without a pod. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Integer> reserveOrdinals = new ArrayList<>();

  private @Nullable KruiseScaleStrategy scaleStrategy;

  private @Nullable KruiseClaimRetention persistentVolumeClaimRetentionPolicy;

  private @Nullable KruiseClaimUpdateStrategy volumeClaimUpdateStrategy;

  public @Nullable Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(@Nullable Integer replicas) {
    this.replicas = replicas;
  }

  public @Nullable LabelSelector getSelector() {
    return selector;
  }

  public void setSelector(@Nullable LabelSelector selector) {
    this.selector = selector;
  }

  public @Nullable PodTemplateSpec getTemplate() {
    return template;
  }

  public void setTemplate(@Nullable PodTemplateSpec template) {
    this.template = template;
  }

  public List<PersistentVolumeClaim> getVolumeClaimTemplates() {
    return volumeClaimTemplates;
  }

  public void setVolumeClaimTemplates(List<PersistentVolumeClaim> volumeClaimTemplates) {
    this.volumeClaimTemplates = volumeClaimTemplates;
  }

  public @Nullable String getServiceName() {
    return serviceName;
  }

  public void setServiceName(@Nullable String serviceName) {
    this.serviceName = serviceName;
  }

  public @Nullable String getPodManagementPolicy() {
    return podManagementPolicy;
  }

  public void setPodManagementPolicy(@Nullable String podManagementPolicy) {
    this.podManagementPolicy = podManagementPolicy;
  }

  public @Nullable KruiseUpdateStrategy getUpdateStrategy() {
    return updateStrategy;
  }

  public void setUpdateStrategy(@Nullable KruiseUpdateStrategy updateStrategy) {
    this.updateStrategy = updateStrategy;
  }

  public @Nullable Integer getRevisionHistoryLimit() {
    return revisionHistoryLimit;
  }

  public void setRevisionHistoryLimit(@Nullable Integer revisionHistoryLimit) {
    this.revisionHistoryLimit = revisionHistoryLimit;
  }

  public List<Integer> getReserveOrdinals() {
    return reserveOrdinals;
  }

  public void setReserveOrdinals(List<Integer> reserveOrdinals) {
    this.reserveOrdinals = reserveOrdinals;
  }

  public @Nullable KruiseScaleStrategy getScaleStrategy() {
    return scaleStrategy;
  }

  public void setScaleStrategy(@Nullable KruiseScaleStrategy scaleStrategy) {
    this.scaleStrategy = scaleStrategy;
  }

  public @Nullable KruiseClaimRetention getPersistentVolumeClaimRetentionPolicy() {
    return persistentVolumeClaimRetentionPolicy;
  }

  public void setPersistentVolumeClaimRetentionPolicy(
      @Nullable KruiseClaimRetention persistentVolumeClaimRetentionPolicy) {
    this.persistentVolumeClaimRetentionPolicy = persistentVolumeClaimRetentionPolicy;
  }

  public @Nullable KruiseClaimUpdateStrategy getVolumeClaimUpdateStrategy() {
    return volumeClaimUpdateStrategy;
  }

  public void setVolumeClaimUpdateStrategy(
      @Nullable KruiseClaimUpdateStrategy volumeClaimUpdateStrategy) {
    this.volumeClaimUpdateStrategy = volumeClaimUpdateStrategy;
  }
}
