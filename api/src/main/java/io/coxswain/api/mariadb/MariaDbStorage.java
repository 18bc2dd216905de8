package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/** The storage of the database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbStorage {
  private @Nullable Boolean ephemeral;

  private @Nullable Quantity size;

  private @Nullable String storageClassName;

  private @Nullable Boolean resizeInUseVolumes;

  private @Nullable Boolean waitForVolumeResize;

  private @Nullable MariaDbClaimTemplate volumeClaimTemplate;

  private @Nullable MariaDbClaimRetention pvcRetentionPolicy;

  public @Nullable Boolean getEphemeral() {
    return ephemeral;
  }

  public void setEphemeral(@Nullable Boolean ephemeral) {
    this.ephemeral = ephemeral;
  }

  public @Nullable Quantity getSize() {
    return size;
  }

  public void setSize(@Nullable Quantity size) {
    this.size = size;
  }

  public @Nullable String getStorageClassName() {
    return storageClassName;
  }

  public void setStorageClassName(@Nullable String storageClassName) {
    this.storageClassName = storageClassName;
  }

  public @Nullable Boolean getResizeInUseVolumes() {
    return resizeInUseVolumes;
  }

  public void setResizeInUseVolumes(@Nullable Boolean resizeInUseVolumes) {
    this.resizeInUseVolumes = resizeInUseVolumes;
  }

  public @Nullable Boolean getWaitForVolumeResize() {
    return waitForVolumeResize;
  }

  public void setWaitForVolumeResize(@Nullable Boolean waitForVolumeResize) {
    this.waitForVolumeResize = waitForVolumeResize;
  }

  public @Nullable MariaDbClaimTemplate getVolumeClaimTemplate() {
    return volumeClaimTemplate;
  }

  public void setVolumeClaimTemplate(@Nullable MariaDbClaimTemplate volumeClaimTemplate) {
    this.volumeClaimTemplate = volumeClaimTemplate;
  }

  public @Nullable MariaDbClaimRetention getPvcRetentionPolicy() {
    return pvcRetentionPolicy;
  }

  public void setPvcRetentionPolicy(@Nullable MariaDbClaimRetention pvcRetentionPolicy) {
    this.pvcRetentionPolicy = pvcRetentionPolicy;
  }
}
