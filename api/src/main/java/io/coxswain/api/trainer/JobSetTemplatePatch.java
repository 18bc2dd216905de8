package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** Changes to the JobSet of a TrainJob. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class JobSetTemplatePatch {
  /** Only labels and annotations are used. */
  private @Nullable ObjectMeta metadata;

  private @Nullable JobSetSpecPatch spec;

  public @Nullable ObjectMeta getMetadata() {
    return metadata;
  }

  public void setMetadata(@Nullable ObjectMeta metadata) {
    this.metadata = metadata;
  }

  public @Nullable JobSetSpecPatch getSpec() {
    return spec;
  }

  public void setSpec(@Nullable JobSetSpecPatch spec) {
    this.spec = spec;
  }
}
