package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Named;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The desired components of a Slurm cluster. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmClusterSpec {
  private @Nullable String crVersion;

  @Default("none")
  @Allowed({
    "none",
    "downscale",
    "downscaleAndDeletePopulateJail",
    "downscaleAndOverwritePopulateJail",
    "skipPopulateJail"
  })
  private @Nullable String maintenance;

  @Required private PopulateJail populateJail = new PopulateJail();

  @Required
  @Size(min = 1)
  private List<NodeFilter> k8sNodeFilters = new ArrayList<>();

  /** Volumes that nodes refer to; most nodes mount the one called {@code jail} by default. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<@Named Volume> volumeSources = new ArrayList<>();

  @Required private SlurmSecrets secrets = new SlurmSecrets();

  @Required private SlurmNodes slurmNodes = new SlurmNodes();

  private @Nullable PartitionConfiguration partitionConfiguration;

  @Default(
      """
      {
        "completeWait": 5,
        "defCpuPerGPU": 4,
        "defMemPerNode": 0,
        "epilog": "",
        "maxJobCount": 20000,
        "messageTimeout": 60,
        "minJobAge": 1800,
        "prolog": "",
        "taskProlog": ""
      }
      """)
  private @Nullable SlurmConfig slurmConfig;

  private @Nullable ClusterTopology topology;

  /** Lines that override the generated ones. */
  private @Nullable String customSlurmConfig;

  private @Nullable String customCgroupConfig;

  @Default("v2")
  @Allowed({"v1", "v2"})
  private @Nullable String cgroupVersion;

  @Default("{\"pmixEnv\":\"OMPI_MCA_btl_tcp_if_include=eth0\"}")
  private @Nullable MpiConfig mpiConfig;

  @Default(
      """
      {
        "ncclDebug": {
          "enabled": false,
          "logLevel": "INFO",
          "outputDirectory": "/opt/soperator-outputs/local/nccl_logs",
          "outputToFile": true,
          "outputToStdOut": false,
          "required": false
        },
        "pyxis": {
          "importerPath": "/opt/slurm_scripts/pyxis_caching_importer.sh",
          "required": true,
          "useSquashfuse": false
        }
      }
      """)
  private @Nullable PlugStackConfig plugStackConfig;

  @JsonProperty("sConfigController")
  private @Nullable ConfigController configController;

  @Default("false")
  private @Nullable Boolean useDefaultAppArmorProfile;

  private @Nullable HealthCheckConfig healthCheckConfig;

  public @Nullable String getCrVersion() {
    return crVersion;
  }

  public void setCrVersion(@Nullable String crVersion) {
    this.crVersion = crVersion;
  }

  public @Nullable String getMaintenance() {
    return maintenance;
  }

  public void setMaintenance(@Nullable String maintenance) {
    this.maintenance = maintenance;
  }

  public PopulateJail getPopulateJail() {
    return populateJail;
  }

  public void setPopulateJail(PopulateJail populateJail) {
    this.populateJail = populateJail;
  }

  public List<NodeFilter> getK8sNodeFilters() {
    return k8sNodeFilters;
  }

  public void setK8sNodeFilters(List<NodeFilter> k8sNodeFilters) {
    this.k8sNodeFilters = k8sNodeFilters;
  }

  public List<Volume> getVolumeSources() {
    return volumeSources;
  }

  public void setVolumeSources(List<Volume> volumeSources) {
    this.volumeSources = volumeSources;
  }

  public SlurmSecrets getSecrets() {
    return secrets;
  }

  public void setSecrets(SlurmSecrets secrets) {
    this.secrets = secrets;
  }

  public SlurmNodes getSlurmNodes() {
    return slurmNodes;
  }

  public void setSlurmNodes(SlurmNodes slurmNodes) {
    this.slurmNodes = slurmNodes;
  }

  public @Nullable PartitionConfiguration getPartitionConfiguration() {
    return partitionConfiguration;
  }

  public void setPartitionConfiguration(@Nullable PartitionConfiguration partitionConfiguration) {
    this.partitionConfiguration = partitionConfiguration;
  }

  public @Nullable SlurmConfig getSlurmConfig() {
    return slurmConfig;
  }

  public void setSlurmConfig(@Nullable SlurmConfig slurmConfig) {
    this.slurmConfig = slurmConfig;
  }

  public @Nullable ClusterTopology getTopology() {
    return topology;
  }

  public void setTopology(@Nullable ClusterTopology topology) {
    this.topology = topology;
  }

  public @Nullable String getCustomSlurmConfig() {
    return customSlurmConfig;
  }

  public void setCustomSlurmConfig(@Nullable String customSlurmConfig) {
    this.customSlurmConfig = customSlurmConfig;
  }

  public @Nullable String getCustomCgroupConfig() {
    return customCgroupConfig;
  }

  public void setCustomCgroupConfig(@Nullable String customCgroupConfig) {
    this.customCgroupConfig = customCgroupConfig;
  }

  public @Nullable String getCgroupVersion() {
    return cgroupVersion;
  }

  public void setCgroupVersion(@Nullable String cgroupVersion) {
    this.cgroupVersion = cgroupVersion;
  }

  public @Nullable MpiConfig getMpiConfig() {
    return mpiConfig;
  }

  public void setMpiConfig(@Nullable MpiConfig mpiConfig) {
    this.mpiConfig = mpiConfig;
  }

  public @Nullable PlugStackConfig getPlugStackConfig() {
    return plugStackConfig;
  }

  public void setPlugStackConfig(@Nullable PlugStackConfig plugStackConfig) {
    this.plugStackConfig = plugStackConfig;
  }

  public @Nullable ConfigController getConfigController() {
    return configController;
  }

  public void setConfigController(@Nullable ConfigController configController) {
    this.configController = configController;
  }

  public @Nullable Boolean getUseDefaultAppArmorProfile() {
    return useDefaultAppArmorProfile;
  }

  public void setUseDefaultAppArmorProfile(@Nullable Boolean useDefaultAppArmorProfile) {
    this.useDefaultAppArmorProfile = useDefaultAppArmorProfile;
  }

  public @Nullable HealthCheckConfig getHealthCheckConfig() {
    return healthCheckConfig;
  }

  public void setHealthCheckConfig(@Nullable HealthCheckConfig healthCheckConfig) {
    this.healthCheckConfig = healthCheckConfig;
  }
}
