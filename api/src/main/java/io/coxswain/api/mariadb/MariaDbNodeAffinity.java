package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes on which the database may run. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbNodeAffinity {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<MariaDbPreferredNodes> preferredDuringSchedulingIgnoredDuringExecution =
      new ArrayList<>();

  private @Nullable MariaDbNodeSelector requiredDuringSchedulingIgnoredDuringExecution;

  public List<MariaDbPreferredNodes> getPreferredDuringSchedulingIgnoredDuringExecution() {
    return preferredDuringSchedulingIgnoredDuringExecution;
  }

  public void setPreferredDuringSchedulingIgnoredDuringExecution(
      List<MariaDbPreferredNodes> preferredDuringSchedulingIgnoredDuringExecution) {
    this.preferredDuringSchedulingIgnoredDuringExecution =
        preferredDuringSchedulingIgnoredDuringExecution;
  }

  public @Nullable MariaDbNodeSelector getRequiredDuringSchedulingIgnoredDuringExecution() {
    return requiredDuringSchedulingIgnoredDuringExecution;
  }

  public void setRequiredDuringSchedulingIgnoredDuringExecution(
      @Nullable MariaDbNodeSelector requiredDuringSchedulingIgnoredDuringExecution) {
    this.requiredDuringSchedulingIgnoredDuringExecution =
        requiredDuringSchedulingIgnoredDuringExecution;
  }
}
