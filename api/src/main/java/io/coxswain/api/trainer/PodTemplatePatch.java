package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** Changes to a Pod template. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class PodTemplatePatch {
  /** Only labels and annotations are used. */
  private @Nullable ObjectMeta metadata;

  private @Nullable PodSpecPatch spec;

  public @Nullable ObjectMeta getMetadata() {
    return metadata;
  }

  public void setMetadata(@Nullable ObjectMeta metadata) {
    this.metadata = metadata;
  }

  public @Nullable PodSpecPatch getSpec() {
    return spec;
  }

  public void setSpec(@Nullable PodSpecPatch spec) {
    this.spec = spec;
  }
}
