package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The node of slurmctld; there is exactly one. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ControllerNode {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Container> customInitContainers = new ArrayList<>();

  @Required private String k8sNodeFilterName = "";

  private @Nullable Boolean hostUsers;

  @Required private NodeContainer slurmctld = new NodeContainer();

  @Required private NodeContainer munge = new NodeContainer();

  private @Nullable NodeContainer sssd;

  @Default("0")
  @Minimum(0)
  private @Nullable Integer sssdDebugLevel;

  private @Nullable String sssdConfSecretRefName;

  private @Nullable String sssdLdapCAConfigMapRefName;

  @Required private ControllerVolumes volumes = new ControllerVolumes();

  private @Nullable String priorityClass;

  private @Nullable String serviceAccountName;

  @Default(
      """
      {
        "enabled": true,
        "serviceMonitor": {
          "interval": "30s",
          "scrapeTimeout": "28s"
        }
      }
      """)
  private @Nullable OpenMetrics openMetrics;

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

  public @Nullable Boolean getHostUsers() {
    return hostUsers;
  }

  public void setHostUsers(@Nullable Boolean hostUsers) {
    this.hostUsers = hostUsers;
  }

  public NodeContainer getSlurmctld() {
    return slurmctld;
  }

  public void setSlurmctld(NodeContainer slurmctld) {
    this.slurmctld = slurmctld;
  }

  public NodeContainer getMunge() {
    return munge;
  }

  public void setMunge(NodeContainer munge) {
    this.munge = munge;
  }

  public @Nullable NodeContainer getSssd() {
    return sssd;
  }

  public void setSssd(@Nullable NodeContainer sssd) {
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

  public ControllerVolumes getVolumes() {
    return volumes;
  }

  public void setVolumes(ControllerVolumes volumes) {
    this.volumes = volumes;
  }

  public @Nullable String getPriorityClass() {
    return priorityClass;
  }

  public void setPriorityClass(@Nullable String priorityClass) {
    this.priorityClass = priorityClass;
  }

  public @Nullable String getServiceAccountName() {
    return serviceAccountName;
  }

  public void setServiceAccountName(@Nullable String serviceAccountName) {
    this.serviceAccountName = serviceAccountName;
  }

  public @Nullable OpenMetrics getOpenMetrics() {
    return openMetrics;
  }

  public void setOpenMetrics(@Nullable OpenMetrics openMetrics) {
    this.openMetrics = openMetrics;
  }
}
