package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Size;
import io.coxswain.api.jobset.JobSetSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** The template of a TrainJob's JobSet. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Size(min = 1)
public class JobSetTemplateSpec {
  /** Labels and annotations are copied to the JobSet. */
  private @Nullable ObjectMeta metadata;

  private JobSetSpec spec = new JobSetSpec();

  public @Nullable ObjectMeta getMetadata() {
    return metadata;
  }

  public void setMetadata(@Nullable ObjectMeta metadata) {
    this.metadata = metadata;
  }

  public JobSetSpec getSpec() {
    return spec;
  }

  public void setSpec(JobSetSpec spec) {
    this.spec = spec;
  }
}
