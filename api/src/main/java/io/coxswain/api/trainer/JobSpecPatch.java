package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Changes to the spec of a Job template. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class JobSpecPatch {
  private @Nullable PodTemplatePatch template;

  public @Nullable PodTemplatePatch getTemplate() {
    return template;
  }

  public void setTemplate(@Nullable PodTemplatePatch template) {
    this.template = template;
  }
}
