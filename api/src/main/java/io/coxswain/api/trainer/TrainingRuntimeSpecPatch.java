package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The part of a runtime's spec that can be patched. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class TrainingRuntimeSpecPatch {
  private @Nullable JobSetTemplatePatch template;

  public @Nullable JobSetTemplatePatch getTemplate() {
    return template;
  }

  public void setTemplate(@Nullable JobSetTemplatePatch template) {
    this.template = template;
  }
}
