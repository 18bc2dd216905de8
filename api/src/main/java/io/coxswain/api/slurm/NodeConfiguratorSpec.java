package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What runs on each node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeConfiguratorSpec {
  @Default("true")
  private @Nullable Boolean hostNetwork;

  @Default("false")
  private @Nullable Boolean hostIPC;

  @Default("false")
  private @Nullable Boolean shareProcessNamespace;

  @Default("{\"enabled\":true}")
  private @Nullable Rebooter rebooter;

  private @Nullable ConfiguratorContainer customContainer;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Container> initContainers = new ArrayList<>();

  public @Nullable Boolean getHostNetwork() {
    return hostNetwork;
  }

  public void setHostNetwork(@Nullable Boolean hostNetwork) {
    this.hostNetwork = hostNetwork;
  }

  public @Nullable Boolean getHostIPC() {
    return hostIPC;
  }

  public void setHostIPC(@Nullable Boolean hostIPC) {
    this.hostIPC = hostIPC;
  }

  public @Nullable Boolean getShareProcessNamespace() {
    return shareProcessNamespace;
  }

  public void setShareProcessNamespace(@Nullable Boolean shareProcessNamespace) {
    this.shareProcessNamespace = shareProcessNamespace;
  }

  public @Nullable Rebooter getRebooter() {
    return rebooter;
  }

  public void setRebooter(@Nullable Rebooter rebooter) {
    this.rebooter = rebooter;
  }

  public @Nullable ConfiguratorContainer getCustomContainer() {
    return customContainer;
  }

  public void setCustomContainer(@Nullable ConfiguratorContainer customContainer) {
    this.customContainer = customContainer;
  }

  public List<Container> getInitContainers() {
    return initContainers;
  }

  public void setInitContainers(List<Container> initContainers) {
    this.initContainers = initContainers;
  }
}
