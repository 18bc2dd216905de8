package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A partition and its NodeSets. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Partition {
  @Required
  @Length(min = 1)
  private String name = "";

  @Default("false")
  private @Nullable Boolean isAll;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> nodeSetRefs = new ArrayList<>();

  private @Nullable String config;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public @Nullable Boolean getIsAll() {
    return isAll;
  }

  public void setIsAll(@Nullable Boolean isAll) {
    this.isAll = isAll;
  }

  public List<String> getNodeSetRefs() {
    return nodeSetRefs;
  }

  public void setNodeSetRefs(List<String> nodeSetRefs) {
    this.nodeSetRefs = nodeSetRefs;
  }

  public @Nullable String getConfig() {
    return config;
  }

  public void setConfig(@Nullable String config) {
    this.config = config;
  }
}
