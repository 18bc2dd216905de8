package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Job that restores a backup. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbRestoreJob {
  private @Nullable MariaDbMetadata metadata;

  private @Nullable MariaDbAffinity affinity;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> args = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> nodeSelector = new LinkedHashMap<>();

  private @Nullable MariaDbResources resources;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Toleration> tolerations = new ArrayList<>();

  public @Nullable MariaDbMetadata getMetadata() {
    return metadata;
  }

  public void setMetadata(@Nullable MariaDbMetadata metadata) {
    this.metadata = metadata;
  }

  public @Nullable MariaDbAffinity getAffinity() {
    return affinity;
  }

  public void setAffinity(@Nullable MariaDbAffinity affinity) {
    this.affinity = affinity;
  }

  public List<String> getArgs() {
    return args;
  }

  public void setArgs(List<String> args) {
    this.args = args;
  }

  public Map<String, String> getNodeSelector() {
    return nodeSelector;
  }

  public void setNodeSelector(Map<String, String> nodeSelector) {
    this.nodeSelector = nodeSelector;
  }

  public @Nullable MariaDbResources getResources() {
    return resources;
  }

  public void setResources(@Nullable MariaDbResources resources) {
    this.resources = resources;
  }

  public List<Toleration> getTolerations() {
    return tolerations;
  }

  public void setTolerations(List<Toleration> tolerations) {
    this.tolerations = tolerations;
  }
}
