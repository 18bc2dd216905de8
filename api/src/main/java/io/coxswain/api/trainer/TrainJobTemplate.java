package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** The template of the trials' TrainJobs. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class TrainJobTemplate {
  /** Labels and annotations are copied to the TrainJobs. */
  @CrdRule(
      value = "!has(self.name) && !has(self.namespace)",
      message = "name and namespace cannot be set in a template.")
  private @Nullable ObjectMeta metadata;

  @Required private TrainJobSpec spec = new TrainJobSpec();

  public @Nullable ObjectMeta getMetadata() {
    return metadata;
  }

  public void setMetadata(@Nullable ObjectMeta metadata) {
    this.metadata = metadata;
  }

  public TrainJobSpec getSpec() {
    return spec;
  }

  public void setSpec(TrainJobSpec spec) {
    this.spec = spec;
  }
}
