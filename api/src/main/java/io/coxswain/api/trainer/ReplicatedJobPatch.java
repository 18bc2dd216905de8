package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** Changes to the replicated job with that name. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class ReplicatedJobPatch {
  @Required
  @Length(min = 1, max = 253)
  private String name = "";

  private @Nullable JobTemplatePatch template;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public @Nullable JobTemplatePatch getTemplate() {
    return template;
  }

  public void setTemplate(@Nullable JobTemplatePatch template) {
    this.template = template;
  }
}
