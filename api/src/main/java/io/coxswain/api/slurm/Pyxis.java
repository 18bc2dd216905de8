package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The plugin that runs jobs in containers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Pyxis {
  @Default("true")
  private @Nullable Boolean required;

  @Default("false")
  private @Nullable Boolean useSquashfuse;

  @Default("/opt/slurm_scripts/pyxis_caching_importer.sh")
  private @Nullable String importerPath;

  private @Nullable String containerImageSave;

  public @Nullable Boolean getRequired() {
    return required;
  }

  public void setRequired(@Nullable Boolean required) {
    this.required = required;
  }

  public @Nullable Boolean getUseSquashfuse() {
    return useSquashfuse;
  }

  public void setUseSquashfuse(@Nullable Boolean useSquashfuse) {
    this.useSquashfuse = useSquashfuse;
  }

  public @Nullable String getImporterPath() {
    return importerPath;
  }

  public void setImporterPath(@Nullable String importerPath) {
    this.importerPath = importerPath;
  }

  public @Nullable String getContainerImageSave() {
    return containerImageSave;
  }

  public void setContainerImageSave(@Nullable String containerImageSave) {
    this.containerImageSave = containerImageSave;
  }
}
