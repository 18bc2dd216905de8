package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes to the spec of a Pod template. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class PodSpecPatch {
  @Length(max = 253)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private @Nullable String serviceAccountName;

  @CrdListType(value = "map", keys = "name")
  @Size(max = 128)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private List<Volume> volumes = new ArrayList<>();

  @CrdListType(value = "map", keys = "name")
  @Size(max = 64)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private List<ContainerPatch> initContainers = new ArrayList<>();

  @CrdListType(value = "map", keys = "name")
  @Size(max = 64)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private List<ContainerPatch> containers = new ArrayList<>();

  @CrdListType(value = "map", keys = "name")
  @Size(max = 64)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private List<LocalObjectReference> imagePullSecrets = new ArrayList<>();

  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private @Nullable PodSecurityContext securityContext;

  @Minimum(0)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private @Nullable Long terminationGracePeriodSeconds;

  private Map<String, String> nodeSelector = new LinkedHashMap<>();

  private @Nullable Affinity affinity;

  @CrdListType("atomic")
  @Size(max = 128)
  private List<Toleration> tolerations = new ArrayList<>();

  @CrdListType(value = "map", keys = "name")
  @Size(max = 16)
  private List<PodSchedulingGate> schedulingGates = new ArrayList<>();

  public @Nullable String getServiceAccountName() {
    return serviceAccountName;
  }

  public void setServiceAccountName(@Nullable String serviceAccountName) {
    this.serviceAccountName = serviceAccountName;
  }

  public List<Volume> getVolumes() {
    return volumes;
  }

  public void setVolumes(List<Volume> volumes) {
    this.volumes = volumes;
  }

  public List<ContainerPatch> getInitContainers() {
    return initContainers;
  }

  public void setInitContainers(List<ContainerPatch> initContainers) {
    this.initContainers = initContainers;
  }

  public List<ContainerPatch> getContainers() {
    return containers;
  }

  public void setContainers(List<ContainerPatch> containers) {
    this.containers = containers;
  }

  public List<LocalObjectReference> getImagePullSecrets() {
    return imagePullSecrets;
  }

  public void setImagePullSecrets(List<LocalObjectReference> imagePullSecrets) {
    this.imagePullSecrets = imagePullSecrets;
  }

  public @Nullable PodSecurityContext getSecurityContext() {
    return securityContext;
  }

  public void setSecurityContext(@Nullable PodSecurityContext securityContext) {
    this.securityContext = securityContext;
  }

  public @Nullable Long getTerminationGracePeriodSeconds() {
    return terminationGracePeriodSeconds;
  }

  public void setTerminationGracePeriodSeconds(@Nullable Long terminationGracePeriodSeconds) {
    this.terminationGracePeriodSeconds = terminationGracePeriodSeconds;
  }

  public Map<String, String> getNodeSelector() {
    return nodeSelector;
  }

  public void setNodeSelector(Map<String, String> nodeSelector) {
    this.nodeSelector = nodeSelector;
  }

  public @Nullable Affinity getAffinity() {
    return affinity;
  }

  public void setAffinity(@Nullable Affinity affinity) {
    this.affinity = affinity;
  }

  public List<Toleration> getTolerations() {
    return tolerations;
  }

  public void setTolerations(List<Toleration> tolerations) {
    this.tolerations = tolerations;
  }

  public List<PodSchedulingGate> getSchedulingGates() {
    return schedulingGates;
  }

  public void setSchedulingGates(List<PodSchedulingGate> schedulingGates) {
    this.schedulingGates = schedulingGates;
  }
}
