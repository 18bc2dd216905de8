package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Overrides of the training step for this run; absent fields are those of the runtime. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Trainer {
  @Length(max = 500)
  private @Nullable String image;

  /** An empty list overrides the runtime's command, an absent one does not. */
  @CrdListType("atomic")
  @Size(max = 128)
  private @Nullable List<@Length(max = 1048576) String> command;

  /** Like the command. */
  @CrdListType("atomic")
  @Size(max = 128)
  private @Nullable List<@Length(max = 1048576) String> args;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType(value = "map", keys = "name")
  @Size(max = 128)
  private List<EnvVar> env = new ArrayList<>();

  @Minimum(0)
  private @Nullable Integer numNodes;

  private @Nullable ResourceRequirements resourcesPerNode;

  @CrdRule(value = "self >= 1", message = "numProcPerNode must be greater than or equal to 1")
  private @Nullable Integer numProcPerNode;

  public @Nullable String getImage() {
    return image;
  }

  public void setImage(@Nullable String image) {
    this.image = image;
  }

  public @Nullable List<String> getCommand() {
    return command;
  }

  public void setCommand(@Nullable List<String> command) {
    this.command = command;
  }

  public @Nullable List<String> getArgs() {
    return args;
  }

  public void setArgs(@Nullable List<String> args) {
    this.args = args;
  }

  public List<EnvVar> getEnv() {
    return env;
  }

  public void setEnv(List<EnvVar> env) {
    this.env = env;
  }

  public @Nullable Integer getNumNodes() {
    return numNodes;
  }

  public void setNumNodes(@Nullable Integer numNodes) {
    this.numNodes = numNodes;
  }

  public @Nullable ResourceRequirements getResourcesPerNode() {
    return resourcesPerNode;
  }

  public void setResourcesPerNode(@Nullable ResourceRequirements resourcesPerNode) {
    this.resourcesPerNode = resourcesPerNode;
  }

  public @Nullable Integer getNumProcPerNode() {
    return numProcPerNode;
  }

  public void setNumProcPerNode(@Nullable Integer numProcPerNode) {
    this.numProcPerNode = numProcPerNode;
  }
}
