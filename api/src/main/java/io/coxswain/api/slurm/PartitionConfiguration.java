package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The partitions: the default ones, literal lines, or by NodeSets. */
@CrdRule(
    value = "self.configType != 'structured' || size(self.partitions) > 0",
    message = "Structured partition configuration requires at least one partition")
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PartitionConfiguration {
  @Default("default")
  @Allowed({"default", "custom", "structured"})
  private @Nullable String configType;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> rawConfig = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Partition> partitions = new ArrayList<>();

  public @Nullable String getConfigType() {
    return configType;
  }

  public void setConfigType(@Nullable String configType) {
    this.configType = configType;
  }

  public List<String> getRawConfig() {
    return rawConfig;
  }

  public void setRawConfig(List<String> rawConfig) {
    this.rawConfig = rawConfig;
  }

  public List<Partition> getPartitions() {
    return partitions;
  }

  public void setPartitions(List<Partition> partitions) {
    this.partitions = partitions;
  }
}
