package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.KeyToPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys, their paths, and the action afterwards. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class JailedConfigSpec {
  @Required private ConfigMapName configMap = new ConfigMapName();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<KeyToPath> items = new ArrayList<>();

  private @Nullable Integer defaultMode;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType("atomic")
  private List<@Allowed("Reconfigure") String> updateActions = new ArrayList<>();

  public ConfigMapName getConfigMap() {
    return configMap;
  }

  public void setConfigMap(ConfigMapName configMap) {
    this.configMap = configMap;
  }

  public List<KeyToPath> getItems() {
    return items;
  }

  public void setItems(List<KeyToPath> items) {
    this.items = items;
  }

  public @Nullable Integer getDefaultMode() {
    return defaultMode;
  }

  public void setDefaultMode(@Nullable Integer defaultMode) {
    this.defaultMode = defaultMode;
  }

  public List<String> getUpdateActions() {
    return updateActions;
  }

  public void setUpdateActions(List<String> updateActions) {
    this.updateActions = updateActions;
  }
}
