package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claim of each replica. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbClaimTemplate {
  private @Nullable MariaDbMetadata metadata;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<String> accessModes = new ArrayList<>();

  private @Nullable MariaDbResources resources;

  private @Nullable LabelSelector selector;

  private @Nullable String storageClassName;

  public @Nullable MariaDbMetadata getMetadata() {
    return metadata;
  }

  public void setMetadata(@Nullable MariaDbMetadata metadata) {
    this.metadata = metadata;
  }

  public List<String> getAccessModes() {
    return accessModes;
  }

  public void setAccessModes(List<String> accessModes) {
    this.accessModes = accessModes;
  }

  public @Nullable MariaDbResources getResources() {
    return resources;
  }

  public void setResources(@Nullable MariaDbResources resources) {
    this.resources = resources;
  }

  public @Nullable LabelSelector getSelector() {
    return selector;
  }

  public void setSelector(@Nullable LabelSelector selector) {
    this.selector = selector;
  }

  public @Nullable String getStorageClassName() {
    return storageClassName;
  }

  public void setStorageClassName(@Nullable String storageClassName) {
    this.storageClassName = storageClassName;
  }
}
