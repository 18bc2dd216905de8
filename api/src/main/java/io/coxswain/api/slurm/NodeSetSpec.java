package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The desired workers. */
@CrdRule(
    value =
        "!has(self.maxUnavailable) || (type(self.maxUnavailable) == int ? (self.maxUnavailable >= 1"
            + " && self.maxUnavailable <= 500) : (self.maxUnavailable.matches('^[1-9][0-9]*%$') &&"
            + " int(self.maxUnavailable.find('^[0-9]+')) * self.replicas / 100 <= 500))",
    message = "maxUnavailable must resolve to no more than 500 workers")
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeSetSpec {
  /** Empty if an annotation of earlier versions names the cluster. */
  private @Nullable String clusterName;

  @Default("1")
  private @Nullable Integer replicas;

  @Default("500")
  private @Nullable IntOrString maxUnavailable;

  /** Slurm powers them on and off. */
  @Default("false")
  private @Nullable Boolean ephemeralNodes;

  @Default("1")
  @Minimum(0)
  private @Nullable Integer initialNumberEphemeralNodes;

  @Default("180")
  @Minimum(60)
  private @Nullable Integer ephemeralTopologyWaitTimeout;

  @Default("false")
  private @Nullable Boolean enableHostUserNamespace;

  @Default("0")
  @Minimum(0)
  private @Nullable Integer workerInitRandomDelaySeconds;

  @Required private Slurmd slurmd = new Slurmd();

  @Required private SidecarContainer munge = new SidecarContainer();

  private @Nullable SidecarContainer sssd;

  @Default("0")
  @Minimum(0)
  private @Nullable Integer sssdDebugLevel;

  private @Nullable String sssdConfSecretRefName;

  private @Nullable String sssdLdapCAConfigMapRefName;

  private @Nullable NodeConfig nodeConfig;

  private @Nullable Gpu gpu;

  private @Nullable Docker docker;

  private @Nullable NodeSetTopology topology;

  private @Nullable String configMapRefSupervisord;

  private @Nullable String configMapRefSshd;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> nodeSelector = new LinkedHashMap<>();

  private @Nullable Affinity affinity;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Toleration> tolerations = new ArrayList<>();

  private @Nullable String priorityClass;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> workerAnnotations = new LinkedHashMap<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Container> customInitContainers = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<LocalObjectReference> imagePullSecrets = new ArrayList<>();

  @Required
  @Default("rollingUpdate")
  @Allowed({"rollingUpdate", "slurmAwareRollingUpdate"})
  private String updateStrategy = "";

  public @Nullable String getClusterName() {
    return clusterName;
  }

  public void setClusterName(@Nullable String clusterName) {
    this.clusterName = clusterName;
  }

  public @Nullable Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(@Nullable Integer replicas) {
    this.replicas = replicas;
  }

  public @Nullable IntOrString getMaxUnavailable() {
    return maxUnavailable;
  }

  public void setMaxUnavailable(@Nullable IntOrString maxUnavailable) {
    this.maxUnavailable = maxUnavailable;
  }

  public @Nullable Boolean getEphemeralNodes() {
    return ephemeralNodes;
  }

  public void setEphemeralNodes(@Nullable Boolean ephemeralNodes) {
    this.ephemeralNodes = ephemeralNodes;
  }

  public @Nullable Integer getInitialNumberEphemeralNodes() {
    return initialNumberEphemeralNodes;
  }

  public void setInitialNumberEphemeralNodes(@Nullable Integer initialNumberEphemeralNodes) {
    this.initialNumberEphemeralNodes = initialNumberEphemeralNodes;
  }

  public @Nullable Integer getEphemeralTopologyWaitTimeout() {
    return ephemeralTopologyWaitTimeout;
  }

  public void setEphemeralTopologyWaitTimeout(@Nullable Integer ephemeralTopologyWaitTimeout) {
    this.ephemeralTopologyWaitTimeout = ephemeralTopologyWaitTimeout;
  }

  public @Nullable Boolean getEnableHostUserNamespace() {
    return enableHostUserNamespace;
  }

  public void setEnableHostUserNamespace(@Nullable Boolean enableHostUserNamespace) {
    this.enableHostUserNamespace = enableHostUserNamespace;
  }

  public @Nullable Integer getWorkerInitRandomDelaySeconds() {
    return workerInitRandomDelaySeconds;
  }

  public void setWorkerInitRandomDelaySeconds(@Nullable Integer workerInitRandomDelaySeconds) {
    this.workerInitRandomDelaySeconds = workerInitRandomDelaySeconds;
  }

  public Slurmd getSlurmd() {
    return slurmd;
  }

  public void setSlurmd(Slurmd slurmd) {
    this.slurmd = slurmd;
  }

  public SidecarContainer getMunge() {
    return munge;
  }

  public void setMunge(SidecarContainer munge) {
    this.munge = munge;
  }

  public @Nullable SidecarContainer getSssd() {
    return sssd;
  }

  public void setSssd(@Nullable SidecarContainer sssd) {
    this.sssd = sssd;
  }

  public @Nullable Integer getSssdDebugLevel() {
    return sssdDebugLevel;
  }

  public void setSssdDebugLevel(@Nullable Integer sssdDebugLevel) {
    this.sssdDebugLevel = sssdDebugLevel;
  }

  public @Nullable String getSssdConfSecretRefName() {
    return sssdConfSecretRefName;
  }

  public void setSssdConfSecretRefName(@Nullable String sssdConfSecretRefName) {
    this.sssdConfSecretRefName = sssdConfSecretRefName;
  }

  public @Nullable String getSssdLdapCAConfigMapRefName() {
    return sssdLdapCAConfigMapRefName;
  }

  public void setSssdLdapCAConfigMapRefName(@Nullable String sssdLdapCAConfigMapRefName) {
    this.sssdLdapCAConfigMapRefName = sssdLdapCAConfigMapRefName;
  }

  public @Nullable NodeConfig getNodeConfig() {
    return nodeConfig;
  }

  public void setNodeConfig(@Nullable NodeConfig nodeConfig) {
    this.nodeConfig = nodeConfig;
  }

  public @Nullable Gpu getGpu() {
    return gpu;
  }

  public void setGpu(@Nullable Gpu gpu) {
    this.gpu = gpu;
  }

  public @Nullable Docker getDocker() {
    return docker;
  }

  public void setDocker(@Nullable Docker docker) {
    this.docker = docker;
  }

  public @Nullable NodeSetTopology getTopology() {
    return topology;
  }

  public void setTopology(@Nullable NodeSetTopology topology) {
    this.topology = topology;
  }

  public @Nullable String getConfigMapRefSupervisord() {
    return configMapRefSupervisord;
  }

  public void setConfigMapRefSupervisord(@Nullable String configMapRefSupervisord) {
    this.configMapRefSupervisord = configMapRefSupervisord;
  }

  public @Nullable String getConfigMapRefSshd() {
    return configMapRefSshd;
  }

  public void setConfigMapRefSshd(@Nullable String configMapRefSshd) {
    this.configMapRefSshd = configMapRefSshd;
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

  public @Nullable String getPriorityClass() {
    return priorityClass;
  }

  public void setPriorityClass(@Nullable String priorityClass) {
    this.priorityClass = priorityClass;
  }

  public Map<String, String> getWorkerAnnotations() {
    return workerAnnotations;
  }

  public void setWorkerAnnotations(Map<String, String> workerAnnotations) {
    this.workerAnnotations = workerAnnotations;
  }

  public List<Container> getCustomInitContainers() {
    return customInitContainers;
  }

  public void setCustomInitContainers(List<Container> customInitContainers) {
    this.customInitContainers = customInitContainers;
  }

  public List<LocalObjectReference> getImagePullSecrets() {
    return imagePullSecrets;
  }

  public void setImagePullSecrets(List<LocalObjectReference> imagePullSecrets) {
    this.imagePullSecrets = imagePullSecrets;
  }

  public String getUpdateStrategy() {
    return updateStrategy;
  }

  public void setUpdateStrategy(String updateStrategy) {
    this.updateStrategy = updateStrategy;
  }
}
