package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Size;
import org.jspecify.annotations.Nullable;

/** The JobSet template of TrainJobs, and the settings of the framework. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Size(min = 1)
public class TrainingRuntimeSpec {
  private @Nullable MLPolicy mlPolicy;

  private @Nullable PodGroupPolicy podGroupPolicy;

  private JobSetTemplateSpec template = new JobSetTemplateSpec();

  public @Nullable MLPolicy getMlPolicy() {
    return mlPolicy;
  }

  public void setMlPolicy(@Nullable MLPolicy mlPolicy) {
    this.mlPolicy = mlPolicy;
  }

  public @Nullable PodGroupPolicy getPodGroupPolicy() {
    return podGroupPolicy;
  }

  public void setPodGroupPolicy(@Nullable PodGroupPolicy podGroupPolicy) {
    this.podGroupPolicy = podGroupPolicy;
  }

  public JobSetTemplateSpec getTemplate() {
    return template;
  }

  public void setTemplate(JobSetTemplateSpec template) {
    this.template = template;
  }
}
