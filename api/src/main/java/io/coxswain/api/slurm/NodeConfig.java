package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.coxswain.api.crd.Default;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configuration of a worker in Slurm. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeConfig {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> features = new ArrayList<>();

  @Default("true")
  private @Nullable Boolean autoResume;

  /** The rest of its line in slurm.conf. */
  @JsonProperty("static")
  @Default("")
  private @Nullable String staticConfig;

  /** The value that slurmd reports as extra. */
  @Default("")
  private @Nullable String dynamic;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> gresConfig = new ArrayList<>();

  public List<String> getFeatures() {
    return features;
  }

  public void setFeatures(List<String> features) {
    this.features = features;
  }

  public @Nullable Boolean getAutoResume() {
    return autoResume;
  }

  public void setAutoResume(@Nullable Boolean autoResume) {
    this.autoResume = autoResume;
  }

  public @Nullable String getStaticConfig() {
    return staticConfig;
  }

  public void setStaticConfig(@Nullable String staticConfig) {
    this.staticConfig = staticConfig;
  }

  public @Nullable String getDynamic() {
    return dynamic;
  }

  public void setDynamic(@Nullable String dynamic) {
    this.dynamic = dynamic;
  }

  public List<String> getGresConfig() {
    return gresConfig;
  }

  public void setGresConfig(List<String> gresConfig) {
    this.gresConfig = gresConfig;
  }
}
