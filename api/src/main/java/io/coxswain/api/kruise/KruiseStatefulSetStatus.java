package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The observed state of the pods. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KruiseStatefulSetStatus {
  private @Nullable Long observedGeneration;

  private @Nullable Integer replicas;

  private @Nullable Integer readyReplicas;

  private @Nullable Integer availableReplicas;

  private @Nullable Integer currentReplicas;

  private @Nullable Integer updatedReplicas;

  private @Nullable Integer updatedReadyReplicas;

  private @Nullable Integer updatedAvailableReplicas;

  private @Nullable String currentRevision;

  private @Nullable String updateRevision;

  private @Nullable Integer collisionCount;

  private @Nullable String labelSelector;

  public @Nullable Long getObservedGeneration() {
    return observedGeneration;
  }

  public void setObservedGeneration(@Nullable Long observedGeneration) {
    this.observedGeneration = observedGeneration;
  }

  public @Nullable Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(@Nullable Integer replicas) {
    this.replicas = replicas;
  }

  public @Nullable Integer getReadyReplicas() {
    return readyReplicas;
  }

  public void setReadyReplicas(@Nullable Integer readyReplicas) {
    this.readyReplicas = readyReplicas;
  }

  public @Nullable Integer getAvailableReplicas() {
    return availableReplicas;
  }

  public void setAvailableReplicas(@Nullable Integer availableReplicas) {
    this.availableReplicas = availableReplicas;
  }

  public @Nullable Integer getCurrentReplicas() {
    return currentReplicas;
  }

  public void setCurrentReplicas(@Nullable Integer currentReplicas) {
    this.currentReplicas = currentReplicas;
  }

  public @Nullable Integer getUpdatedReplicas() {
    return updatedReplicas;
  }

  public void setUpdatedReplicas(@Nullable Integer updatedReplicas) {
    this.updatedReplicas = updatedReplicas;
  }

  public @Nullable Integer getUpdatedReadyReplicas() {
    return updatedReadyReplicas;
  }

  public void setUpdatedReadyReplicas(@Nullable Integer updatedReadyReplicas) {
    this.updatedReadyReplicas = updatedReadyReplicas;
  }

  public @Nullable Integer getUpdatedAvailableReplicas() {
    return updatedAvailableReplicas;
  }

  public void setUpdatedAvailableReplicas(@Nullable Integer updatedAvailableReplicas) {
    this.updatedAvailableReplicas = updatedAvailableReplicas;
  }

  public @Nullable String getCurrentRevision() {
    return currentRevision;
  }

  public void setCurrentRevision(@Nullable String currentRevision) {
    this.currentRevision = currentRevision;
  }

  public @Nullable String getUpdateRevision() {
    return updateRevision;
  }

  public void setUpdateRevision(@Nullable String updateRevision) {
    this.updateRevision = updateRevision;
  }

  public @Nullable Integer getCollisionCount() {
    return collisionCount;
  }

  public void setCollisionCount(@Nullable Integer collisionCount) {
    this.collisionCount = collisionCount;
  }

  public @Nullable String getLabelSelector() {
    return labelSelector;
  }

  public void setLabelSelector(@Nullable String labelSelector) {
    this.labelSelector = labelSelector;
  }
}
