package io.coxswain.kube.storageversiongc;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The status of a StorageVersion. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class StorageVersionStatus {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<ServerStorageVersion> storageVersions = new ArrayList<>();

  private @Nullable String commonEncodingVersion;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<StorageVersionCondition> conditions = new ArrayList<>();

  public List<ServerStorageVersion> getStorageVersions() {
    return storageVersions;
  }

  public void setStorageVersions(List<ServerStorageVersion> storageVersions) {
    this.storageVersions = storageVersions;
  }

  public @Nullable String getCommonEncodingVersion() {
    return commonEncodingVersion;
  }

  public void setCommonEncodingVersion(@Nullable String commonEncodingVersion) {
    this.commonEncodingVersion = commonEncodingVersion;
  }

  public List<StorageVersionCondition> getConditions() {
    return conditions;
  }

  public void setConditions(List<StorageVersionCondition> conditions) {
    this.conditions = conditions;
  }
}
