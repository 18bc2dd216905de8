package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings that all groups of Slurm nodes share. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmNode {
  private @Nullable Integer size;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Container> customInitContainers = new ArrayList<>();

  @Required private String k8sNodeFilterName = "";

  private @Nullable String priorityClass;

  private @Nullable Boolean hostUsers;

  public @Nullable Integer getSize() {
    return size;
  }

  public void setSize(@Nullable Integer size) {
    this.size = size;
  }

  public List<Container> getCustomInitContainers() {
    return customInitContainers;
  }

  public void setCustomInitContainers(List<Container> customInitContainers) {
    this.customInitContainers = customInitContainers;
  }

  public String getK8sNodeFilterName() {
    return k8sNodeFilterName;
  }

  public void setK8sNodeFilterName(String k8sNodeFilterName) {
    this.k8sNodeFilterName = k8sNodeFilterName;
  }

  public @Nullable String getPriorityClass() {
    return priorityClass;
  }

  public void setPriorityClass(@Nullable String priorityClass) {
    this.priorityClass = priorityClass;
  }

  public @Nullable Boolean getHostUsers() {
    return hostUsers;
  }

  public void setHostUsers(@Nullable Boolean hostUsers) {
    this.hostUsers = hostUsers;
  }
}
