package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The exporter of earlier versions. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class LegacyExporter extends NodeContainer {
  private @Nullable String podTemplateNameRef;

  public @Nullable String getPodTemplateNameRef() {
    return podTemplateNameRef;
  }

  public void setPodTemplateNameRef(@Nullable String podTemplateNameRef) {
    this.podTemplateNameRef = podTemplateNameRef;
  }
}
