package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sidecar container of slurmd. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SidecarContainer {
  @Required private Image image = new Image();

  @Required private Map<String, Quantity> resources = new LinkedHashMap<>();

  private @Nullable Probe livenessProbe;

  private @Nullable Probe readinessProbe;

  private @Nullable ContainerSecurity security;

  public Image getImage() {
    return image;
  }

  public void setImage(Image image) {
    this.image = image;
  }

  public Map<String, Quantity> getResources() {
    return resources;
  }

  public void setResources(Map<String, Quantity> resources) {
    this.resources = resources;
  }

  public @Nullable Probe getLivenessProbe() {
    return livenessProbe;
  }

  public void setLivenessProbe(@Nullable Probe livenessProbe) {
    this.livenessProbe = livenessProbe;
  }

  public @Nullable Probe getReadinessProbe() {
    return readinessProbe;
  }

  public void setReadinessProbe(@Nullable Probe readinessProbe) {
    this.readinessProbe = readinessProbe;
  }

  public @Nullable ContainerSecurity getSecurity() {
    return security;
  }

  public void setSecurity(@Nullable ContainerSecurity security) {
    this.security = security;
  }
}
