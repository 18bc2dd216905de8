package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import java.util.ArrayList;
import java.util.List;

/** The pods with which the database must not share a topology domain. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbPodAntiAffinity {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<MariaDbWeightedTerm> preferredDuringSchedulingIgnoredDuringExecution =
      new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<MariaDbTerm> requiredDuringSchedulingIgnoredDuringExecution = new ArrayList<>();

  public List<MariaDbWeightedTerm> getPreferredDuringSchedulingIgnoredDuringExecution() {
    return preferredDuringSchedulingIgnoredDuringExecution;
  }

  public void setPreferredDuringSchedulingIgnoredDuringExecution(
      List<MariaDbWeightedTerm> preferredDuringSchedulingIgnoredDuringExecution) {
    this.preferredDuringSchedulingIgnoredDuringExecution =
        preferredDuringSchedulingIgnoredDuringExecution;
  }

  public List<MariaDbTerm> getRequiredDuringSchedulingIgnoredDuringExecution() {
    return requiredDuringSchedulingIgnoredDuringExecution;
  }

  public void setRequiredDuringSchedulingIgnoredDuringExecution(
      List<MariaDbTerm> requiredDuringSchedulingIgnoredDuringExecution) {
    this.requiredDuringSchedulingIgnoredDuringExecution =
        requiredDuringSchedulingIgnoredDuringExecution;
  }
}
